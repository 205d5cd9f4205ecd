/**
 * A call of Parley's API with the credentials of the node.
 * @param context what n8n gives the functions of a node as `this`
 * @param {{query?: object, body?: object, idempotencyKey?: string}} [given]
 * @returns {Promise<{status: number, body: any}>} refusals too
 */
async function callParley(context, method, path, { query, body, idempotencyKey } = {}) {
  const { baseUrl } = await context.getCredentials('parleyApi');
  const answer = await context.helpers.httpRequestWithAuthentication.call(context, 'parleyApi', {
    method,
    url: new URL(path, baseUrl).href,
    json: true,
    ...(query !== undefined && { qs: query }),
    ...(body !== undefined && { body }),
    ...(idempotencyKey !== undefined && { headers: { 'Idempotency-Key': idempotencyKey } }),
    // The words of the API say what to do; n8n's own are those of the status.
    ignoreHttpStatusErrors: true,
    returnFullResponse: true,
  });
  return { status: answer.statusCode, body: answer.body };
}

/** The same. @returns the body @throws Error in the words of the API */
async function askParley(context, method, path, given) {
  const answer = await callParley(context, method, path, given);
  if (answer.status >= 300) throw errorOf(answer);
  return answer.body;
}

function errorOf({ status, body }) {
  const error = body?.error;
  if (error === undefined) return new Error(`${status}: this is not the answer of Parley. Check the address.`);
  const fields = error.data.map(({ field, msg }) => `${field}: ${msg}`).filter((text) => !text.endsWith(error.message));
  return new Error([error.message, ...fields, `(${error.code})`].join(' '));
}

/** All rows of a list. */
async function listAll(context, path, query = {}) {
  const rows = [];
  let cursor;
  do {
    const page = await askParley(context, 'GET', path, { query: { ...query, ...(cursor != null && { cursor }) } });
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor != null);
  return rows;
}

module.exports = { askParley, callParley, errorOf, listAll };
