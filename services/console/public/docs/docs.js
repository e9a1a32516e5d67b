const byId = (id) => document.getElementById(id);
const lead = byId('lead');
const result = byId('answer');
/** A local stack has its own certificate authority. */
const authority = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname) ? ' --cacert .local/tls/ca.crt' : '';

const reference = document.querySelector('rapi-doc');
let isLoaded = false;

/** Uses the key of the form for the "Try" buttons of the reference too. */
const useKeyEverywhere = () => {
  if (isLoaded) reference.setHttpUserNameAndPassword('apiKey', byId('api-key').value.trim(), '');
};
byId('api-key').addEventListener('change', useKeyEverywhere);

const showCurl = () => {
  const body = lead.value.replaceAll("'", "'\\''");
  byId('curl').textContent =
    `curl${authority} ${location.origin}/v1/events -u "$API_KEY:" \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`;
};

// The form starts with the example of the API description.
const description = await (await fetch('/v1/openapi.json')).json();
lead.value = JSON.stringify(
  description.paths['/events'].post.requestBody.content['application/json'].examples.usual.value,
  null,
  2,
);
showCurl();
lead.addEventListener('input', showCurl);
byId('copy').addEventListener('click', () => navigator.clipboard.writeText(byId('curl').textContent));

byId('lead-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  useKeyEverywhere();
  result.textContent = 'Sending …';
  try {
    const response = await fetch('/v1/events', {
      method: 'POST',
      credentials: 'omit',
      headers: {
        authorization: `Basic ${btoa(`${byId('api-key').value.trim()}:`)}`,
        'content-type': 'application/json',
      },
      body: lead.value,
    });
    const body = response.status === 204 ? undefined : await response.json();
    if (response.ok)
      result.textContent = body
        ? `${response.status}: ${body.name} is person ${body.id}.`
        : '204: the lead flow ignores this source.';
    else result.textContent = `${response.status} ${body.errorCode}: ${body.errorMessage}`;
  } catch {
    result.textContent = 'The request failed. Check your connection and try again.';
  }
});

reference.addEventListener('spec-loaded', () => {
  isLoaded = true;
  byId('loading').remove();
  useKeyEverywhere();
});

// The renderer keeps the browser busy for seconds. It starts after the form above is painted and can be used.
requestAnimationFrame(() =>
  setTimeout(() =>
    import('./rapidoc-9.3.8.min.js').catch(() => {
      byId('loading').textContent = 'The reference could not be loaded. Reload the page.';
    }),
  ),
);
