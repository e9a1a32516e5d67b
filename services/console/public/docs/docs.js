const key = document.getElementById('api-key');
const root = document.documentElement;
/** A local stack has its own certificate authority. */
const authority = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname) ? ' --cacert "$CA"' : '';

// Language tabs: one choice for all samples.
const chooseLanguage = (language) => {
  root.dataset.language = language;
  for (const tab of document.querySelectorAll('[data-language][aria-pressed]'))
    tab.setAttribute('aria-pressed', String(tab.dataset.language === language));
};
const stored = sessionStorage.getItem('language');
if (['curl', 'typescript', 'python', 'php'].includes(stored)) chooseLanguage(stored);

// Tabs of guides: a choice is that of every group that has it.
const chooseTab = (title) => {
  for (const group of document.querySelectorAll('.samples')) {
    if (![...group.querySelectorAll('pre')].some((program) => program.dataset.of === title)) continue;
    for (const program of group.querySelectorAll('pre')) program.hidden = program.dataset.of !== title;
    for (const tab of group.querySelectorAll('[data-tab]'))
      tab.setAttribute('aria-pressed', String(tab.dataset.tab === title));
  }
};
const storedTab = sessionStorage.getItem('tab');
if (storedTab) chooseTab(storedTab);

/** Copies the sample that is shown in the same box. */
const copy = async (button) => {
  const texts = [...button.closest('.samples').querySelectorAll('pre')];
  await navigator.clipboard.writeText(texts.find((text) => text.offsetParent !== null)?.textContent ?? '');
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = 'Copy'), 1500);
};

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button?.dataset.language) {
    sessionStorage.setItem('language', button.dataset.language);
    chooseLanguage(button.dataset.language);
  } else if (button?.dataset.tab) {
    sessionStorage.setItem('tab', button.dataset.tab);
    chooseTab(button.dataset.tab);
  } else if (button?.classList.contains('copy')) void copy(button);
});

// The form of the first page shows the same request for a terminal.
const lead = document.getElementById('lead');
const curl = document.getElementById('curl');
const showCurl = () => {
  const body = lead.value.replaceAll("'", "'\\''");
  curl.textContent = `curl${authority} '${location.origin}/v1/events' \\\n  -u "$API_KEY:" \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`;
};
if (lead) {
  showCurl();
  lead.addEventListener('input', showCurl);
}

/** The address of a form's request; empty parameters are left out. */
const addressOf = (form) => {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll('input[data-in]')) {
    const value = input.value.trim();
    if (input.dataset.in === 'path') path = path.replace(`{${input.name}}`, encodeURIComponent(value));
    else if (input.dataset.in === 'query' && value !== '') query.append(input.name, value);
  }
  return `${path}${query.size > 0 ? `?${query}` : ''}`;
};

const describe = (form, status, body) => {
  if (form.dataset.path === '/v1/events' && form.dataset.method === 'POST' && status < 300)
    return body ? `${status}: ${body.name} is person ${body.id}.` : '204: the lead flow ignores this source.';
  if (body?.errorMessage) return `${status} ${body.errorCode}: ${body.errorMessage}`;
  return `${status}${body === undefined ? '' : `\n${JSON.stringify(body, null, 2)}`}`;
};

document.addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.target;
  const result = form.querySelector('output');
  const text = form.querySelector('textarea')?.value ?? '';
  const fields = [...form.querySelectorAll('input[data-in="form"]')].filter(({ value }) => value.trim() !== '');
  const sendsKey = form.dataset.credentials === 'key' && key.value.trim() !== '';
  result.textContent = 'Sending …';
  try {
    const response = await fetch(addressOf(form), {
      method: form.dataset.method,
      credentials: 'omit',
      headers: {
        ...(sendsKey && { authorization: `Basic ${btoa(`${key.value.trim()}:`)}` }),
        ...(text !== '' && { 'content-type': 'application/json' }),
      },
      ...(text !== '' && { body: text }),
      ...(fields.length > 0 && { body: new URLSearchParams(fields.map(({ name, value }) => [name, value.trim()])) }),
    });
    const received = await response.text();
    result.textContent = describe(form, response.status, received === '' ? undefined : JSON.parse(received));
  } catch {
    result.textContent = 'The request failed. Check your connection and try again.';
  }
});

// Search: the index is loaded at the first use.
const search = document.getElementById('search');
const found = document.getElementById('found');
const MAX_FOUND = 30;
let index;
const load = async () => (index ??= await (await fetch('/docs/search.json')).json());
search.addEventListener('focus', () => void load());
search.addEventListener('input', async () => {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = words.length === 0 ? [] : await load();
  const hits = rows
    .filter(([title, , further]) => words.every((word) => `${title} ${further}`.toLowerCase().includes(word)))
    .slice(0, MAX_FOUND);
  found.replaceChildren(
    ...hits.map(([title, href]) => {
      const link = Object.assign(document.createElement('a'), { href, textContent: title });
      const item = document.createElement('li');
      item.append(link);
      return item;
    }),
  );
  if (hits.length === 0 && words.length > 0)
    found.replaceChildren(Object.assign(document.createElement('li'), { textContent: 'Nothing found.' }));
  found.hidden = words.length === 0;
});
search.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true;
  if (event.key === 'Enter') found.querySelector('a')?.click();
});
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea')) return;
  event.preventDefault();
  search.focus();
});
if (matchMedia('(max-width: 900px)').matches) document.querySelector('nav details').open = false;
