const { createHmac, timingSafeEqual } = require('node:crypto');

const toleranceS = 300;

/** Whether Parley signed a delivery a moment ago: https://www.standardwebhooks.com. @param {Buffer} body as it came */
function isSigned(headers, body, secret) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) < toleranceS)) return false;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64');
  const expected = Buffer.from(`v1,${signed}`);
  // After a rotation there are two.
  return signatures.split(' ').some((text) => {
    const given = Buffer.from(text);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

module.exports = { isSigned };
