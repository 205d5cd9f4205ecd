// Searches part after part: one is in memory at a time, however many messages there are.
const form = document.querySelector('form');
const input = document.querySelector('#find');
const status = document.querySelector('[role="status"]');
const [found, all] = [document.querySelector('#found'), document.querySelector('#all')];
const list = found.querySelector('ol');
const more = found.querySelector('button');
const resultsAtOnce = 100;
const snippetLength = 160;

// Letters that stand alone and are written with others on many keyboards.
const letters = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' };
const fold = (text) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => letters[letter]);

let loading = Promise.resolve();
let received;
globalThis.parleyPart = (name, rows) => {
  received = { name, rows };
};

/** Rows of a part, by a script element: pages that were opened from a folder can read no files. */
function load(name) {
  const next = loading.then(
    () =>
      new Promise((resolve, reject) => {
        const script = document.createElement('script');
        script.src = `pages/search/${name}.js`;
        script.onload = () => {
          script.remove();
          const { rows } = received ?? {};
          received = undefined;
          if (rows === undefined) reject(new Error(name));
          else resolve(rows);
        };
        script.onerror = () => reject(new Error(name));
        document.head.append(script);
      }),
  );
  loading = next.catch(() => undefined);
  return next;
}

function partNames() {
  const of = (kind, count) =>
    Array.from({ length: Number(count) }, (_, index) => ({ kind, name: `${kind}-${index + 1}` }));
  return [...of('names', form.dataset.names), ...of('texts', form.dataset.texts)];
}

function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** The words around what was found. Folding may change lengths: then they begin where the text does. */
function snippet(text, wanted) {
  const folded = fold(text);
  const at = folded.length === text.length ? folded.indexOf(wanted) : -1;
  const span = document.createElement('span');
  span.dir = 'auto';
  if (at === -1) {
    span.textContent = text.slice(0, snippetLength);
    return span;
  }
  const from = Math.max(0, at - snippetLength / 4);
  span.append(
    `${from > 0 ? '…' : ''}${text.slice(from, at)}`,
    element('mark', text.slice(at, at + wanted.length)),
    text.slice(at + wanted.length, at + wanted.length + snippetLength),
  );
  return span;
}

function show(kind, row, wanted) {
  const [id, name] = row;
  const link = document.createElement('a');
  const item = document.createElement('li');
  if (kind === 'names') {
    const [, , phone] = row;
    link.href = `pages/conversations/${id}.html`;
    link.append(element('b', name), element('small', phone === '' ? '' : `+${phone}`));
  } else {
    const [, , no, message, author, when, text] = row;
    link.href = `pages/conversations/${id}${no === 1 ? '' : `-${no}`}.html#m-${message}`;
    link.append(
      element('b', author === '' ? name : `${name} · ${author}`),
      element('small', when),
      snippet(text, wanted),
    );
  }
  item.append(link);
  list.append(item);
}

function matches(kind, row, wanted, digits) {
  if (kind === 'texts') return fold(row[6]).includes(wanted);
  return fold(row[1]).includes(wanted) || (digits !== '' && row[2].includes(digits));
}

let run = 0;

async function search() {
  const mine = ++run;
  const wanted = fold(input.value.trim());
  const digits = /^[+\d\s().-]{3,}$/.test(wanted) ? wanted.replace(/\D/g, '') : '';
  list.replaceChildren();
  more.hidden = true;
  found.hidden = wanted === '';
  all.hidden = wanted !== '';
  status.textContent = '';
  if (wanted === '') return;
  const parts = partNames();
  let count = 0;
  let room = resultsAtOnce;
  for (const [index, { kind, name }] of parts.entries()) {
    const rows = await load(name).catch(() => null);
    if (mine !== run) return;
    if (rows === null) {
      status.textContent = `The file pages/search/${name}.js is missing or damaged. Unpack the archive again.`;
      return;
    }
    for (const row of rows) {
      if (!matches(kind, row, wanted, digits)) continue;
      if (count === room) {
        status.textContent = `${count} found so far.`;
        more.hidden = false;
        await new Promise((resolve) => {
          more.onclick = resolve;
        });
        if (mine !== run) return;
        more.hidden = true;
        room += resultsAtOnce;
      }
      count++;
      show(kind, row, wanted);
    }
    status.textContent = `${count} found. Searched ${Math.round((100 * (index + 1)) / parts.length)}%…`;
  }
  status.textContent = count === 0 ? 'Nothing found.' : `${count} found.`;
}

let timer;
input.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(search, 250);
});
form.addEventListener('submit', (event) => {
  event.preventDefault();
  clearTimeout(timer);
  void search();
});
form.hidden = false;
if (input.value !== '') void search();
