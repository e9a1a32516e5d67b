const byId = (id) => document.getElementById(id);
const lead = byId('lead');
const answer = byId('answer');
/** A local stack has a certificate authority of its own. */
const authority = ['localhost', '127.0.0.1', '[::1]'].includes(location.hostname) ? ' --cacert .local/tls/ca.crt' : '';

/** The key entered above also authenticates the "Try" buttons of the reference. */
const useKeyEverywhere = () => {
  document.querySelector('rapi-doc').setHttpUserNameAndPassword('apiKey', byId('api-key').value.trim(), '');
};
byId('api-key').addEventListener('change', useKeyEverywhere);

const showCurl = () => {
  const body = lead.value.replaceAll("'", "'\\''");
  byId('curl').textContent =
    `curl${authority} ${location.origin}/v1/events -u "$API_KEY:" \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`;
};

// The example of the description is the lead of the form: what is tried here is what is documented.
const described = await (await fetch('/v1/openapi.json')).json();
lead.value = JSON.stringify(
  described.paths['/events'].post.requestBody.content['application/json'].examples.usual.value,
  null,
  2,
);
showCurl();
lead.addEventListener('input', showCurl);
byId('copy').addEventListener('click', () => navigator.clipboard.writeText(byId('curl').textContent));

byId('lead-form').addEventListener('submit', async (event) => {
  event.preventDefault();
  useKeyEverywhere();
  answer.textContent = 'Sending …';
  try {
    const reply = await fetch('/v1/events', {
      method: 'POST',
      credentials: 'omit',
      headers: {
        authorization: `Basic ${btoa(`${byId('api-key').value.trim()}:`)}`,
        'content-type': 'application/json',
      },
      body: lead.value,
    });
    const body = reply.status === 204 ? undefined : await reply.json();
    if (reply.ok)
      answer.textContent = body
        ? `${reply.status}: ${body.name} is person ${body.id}.`
        : '204: the lead flow ignores this source.';
    else answer.textContent = `${reply.status} ${body.errorCode}: ${body.errorMessage}`;
  } catch {
    answer.textContent = 'The request failed. Check your connection and try again.';
  }
});
