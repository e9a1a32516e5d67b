import { execFile } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { createPorchlight, verifyLegacyWebhook, verifyWebhook } from '@porchlight/sdk';
import type { Receiver } from '@porchlight/testkit';
import { hasPythonModule, requireTool } from '@porchlight/testkit';
import { trustingFetch } from '../src/trusting-fetch';
import { account, unique } from '../src/client';
import { readConnection } from '../src/stack-connection';
import { DESCRIPTION_FILE } from '../src/described';
import { register, useReceiver } from '../src/receive';

const run = promisify(execFile);
const root = resolve(__dirname, '../../..');
const { baseUrl, caFile, system } = readConnection();
const { apiKey } = account(1).users.owner;
const about = {
  PORCHLIGHT_URL: baseUrl,
  PORCHLIGHT_API_KEY: apiKey,
  PORCHLIGHT_SYSTEM: system.name,
  PORCHLIGHT_SYSTEM_KEY: system.key,
};
const folder = mkdtempSync(join(tmpdir(), 'sdk-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { fetch, close } = trustingFetch();
const porchlight = createPorchlight({ baseUrl, apiKey, system, fetch });
afterAll(close);

/** Clients generated from the API description (decisions section 10). */
describe('the SDK', () => {
  let receiver: Receiver;
  useReceiver((started) => (receiver = started));

  it('creates a lead, reads it, pages, and updates it only if it is unchanged', async () => {
    const tag = `sdk${unique()}`;
    const lead = (n: number) => ({
      source: 'sdk.example',
      type: 'Registration' as const,
      person: { firstName: 'Ada', emails: [{ value: `${tag}.${n}@example.com` }], tags: [tag] },
    });
    const { data: person, response } = await porchlight.events.create(lead(0)).withResponse();
    expect(response.status).toBe(201);
    for (const n of [1, 2]) await porchlight.events.create(lead(n));
    const ids: number[] = [];
    for await (const one of porchlight.people.list({ tags: [tag], limit: 2 })) ids.push(one.id);
    expect(ids).toHaveLength(3);
    expect(ids).toContain(person!.id);
    const etag = (await porchlight.people.get(person!.id).withResponse()).response.headers.get('etag')!;
    expect(
      await porchlight.people.update(person!.id, { lastName: 'Byron' }, undefined, { ifMatch: etag }),
    ).toMatchObject({ name: 'Ada Byron' });
    await expect(
      porchlight.people.update(person!.id, { lastName: 'King' }, undefined, { ifMatch: etag }),
    ).rejects.toMatchObject({ status: 412, requestId: expect.stringMatching(/./) });
  });

  it('throws errors with reason and message', async () => {
    await expect(porchlight.people.get(2_000_000_000)).rejects.toMatchObject({
      name: 'PorchlightError',
      reason: 'NOT_FOUND',
      status: 404,
      message: expect.stringMatching(/\.$/),
    });
  });

  it('executes a repeated POST once, and iterates lists without paging', async () => {
    const key = unique();
    const make = () => porchlight.people.create({ firstName: 'Once' }, undefined, { idempotencyKey: key });
    expect((await make()).id).toBe((await make()).id);
    const { name } = await porchlight.systems.create({ name: `Sdk ${key}` });
    const names: string[] = [];
    for await (const one of porchlight.systems.list()) names.push(one.name!);
    expect(names).toContain(name);
  });

  it('verifies both signatures of a real delivery', async () => {
    const { body } = await register('peopleCreated', `${receiver.url}/sdk`);
    await porchlight.people.create({ firstName: 'Élodie “née” 株式' });
    await receiver.waitFor(1);
    const { headers, raw, json } = receiver.requests[0]!;
    expect(await verifyWebhook({ headers, body: raw }, { secret: body.secret as string })).toEqual(json);
    expect(await verifyLegacyWebhook({ headers, body: raw }, { systemKey: system.key })).toEqual(json);
    await expect(verifyLegacyWebhook({ headers, body: raw }, { systemKey: 'other' })).rejects.toMatchObject({
      reason: 'INVALID_SIGNATURE',
    });
  });

  it('given the packed SDK in an empty folder, then it is typed as ES module and CommonJS, creates a lead, pages and verifies a webhook', async () => {
    await run(
      process.execPath,
      [
        '-e',
        `import(${JSON.stringify(pathToFileURL(join(root, 'tools/bootstrap/build-sdk.mjs')).href)}).then((m) => m.buildSdk())`,
      ],
      { timeout: 120_000 },
    );
    const npm = { cwd: folder, timeout: 60_000, env: { ...process.env, npm_config_cache: join(folder, '.npm') } };
    const packed = (await run('npm', ['pack', join(root, 'dist/sdk'), '--silent'], npm)).stdout.trim();
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${packed}`], npm);
    const source = `
      import { createPorchlight, verifyWebhook } from '@porchlight/sdk';
      const env = (globalThis as unknown as { process: { env: Record<string, string> } }).process.env;
      const porchlight = createPorchlight({ baseUrl: env['PORCHLIGHT_URL']!, apiKey: env['PORCHLIGHT_API_KEY']!, system: { name: env['PORCHLIGHT_SYSTEM']!, key: env['PORCHLIGHT_SYSTEM_KEY']! } });
      const person = await porchlight.events.create({ source: 'packed.example', type: 'Registration', person: { firstName: 'Packed' } });
      let seen = 0;
      for await (const one of porchlight.people.list({ limit: 2 })) if (one.id > 0 && (seen += 1) === 5) break;
      const delivery = { headers: JSON.parse(env['DELIVERY_HEADERS']!) as Record<string, string>, body: env['DELIVERY_BODY']! };
      const verified = await verifyWebhook(delivery, { secret: env['DELIVERY_SECRET']! });
      const forged = await verifyWebhook({ ...delivery, body: delivery.body + ' ' }, { secret: env['DELIVERY_SECRET']! }).then(() => 'taken', () => 'refused');
      console.log(person?.name?.toUpperCase(), seen, verified.eventId, forged);`;
    const key = Buffer.alloc(32, 7);
    const delivery = {
      eventId: 'e1',
      eventCreated: new Date().toISOString(),
      event: 'peopleCreated',
      resourceIds: [1],
      uri: null,
    };
    const at = String(Math.floor(Date.now() / 1000));
    const signature = createHmac('sha256', key)
      .update(`e1.${at}.${JSON.stringify(delivery)}`)
      .digest('base64');
    const delivered = {
      DELIVERY_HEADERS: JSON.stringify({
        'webhook-id': 'e1',
        'webhook-timestamp': at,
        'webhook-signature': `v1,${signature}`,
      }),
      DELIVERY_BODY: JSON.stringify(delivery),
      DELIVERY_SECRET: `whsec_${key.toString('base64')}`,
    };
    for (const nth of [1, 2, 3, 4, 5]) await porchlight.people.create({ firstName: `Page ${nth}` });
    writeFileSync(join(folder, 'lead.ts'), source);
    const compilerOptions = {
      strict: true,
      noUncheckedIndexedAccess: true,
      module: 'nodenext',
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.asynciterable'],
      types: [],
    };
    // CommonJS: the same package by require, with its declarations.
    writeFileSync(
      join(folder, 'required.cts'),
      `import sdk = require('@porchlight/sdk');
      const person: sdk.NewPerson = { firstName: 'Ada' };
      sdk.signSampleWebhook().then((sample) => sdk.verifyWebhook(sample, { secret: sdk.SAMPLE_SECRET }))
        .then(({ event }) => console.log(event, person.firstName));`,
    );
    const files = ['lead.ts', 'required.cts'];
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    await run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], { cwd: folder, timeout: 120_000 });
    const { stdout } = await run(process.execPath, ['lead.js'], {
      cwd: folder,
      timeout: 30_000,
      env: { ...process.env, ...about, ...delivered, NODE_EXTRA_CA_CERTS: caFile },
    });
    expect(stdout.trim()).toBe('PACKED 5 e1 refused');
    const required = await run(process.execPath, ['required.cjs'], { cwd: folder, timeout: 30_000 });
    expect(required.stdout.trim()).toBe('peopleCreated Ada');
  });
});

/** The Python SDK, installed from its wheel in a fresh environment (needs Python 3.9 and the package index). */
const hasPython = hasPythonModule('python3', 'venv, ensurepip, zoneinfo');
requireTool('Python 3.9 or newer with venv', hasPython).describe('the Python SDK', () => {
  let receiver: Receiver;
  useReceiver((started) => (receiver = started));
  const SCRIPT = `
import asyncio, json, os, ssl
from porchlight import AsyncPorchlight, InvalidSignatureError, NotFoundError, Porchlight, verify_legacy_webhook, verify_webhook

trust = ssl.create_default_context(cafile=os.environ['PORCHLIGHT_CA'])
credentials = dict(api_key=os.environ['PORCHLIGHT_API_KEY'], system=(os.environ['PORCHLIGHT_SYSTEM'], os.environ['PORCHLIGHT_SYSTEM_KEY']), verify=trust)
url, tag = os.environ['PORCHLIGHT_URL'], os.environ['TAG']

def lead(n):
    return {'source': 'python.example', 'type': 'Registration',
            'person': {'firstName': 'Ada', 'emails': [{'value': f'{tag}.{n}@example.com'}], 'tags': [tag]}}

async def read_all():
    async with AsyncPorchlight(url, **credentials) as api:
        return [person.id async for person in api.people.list(tags=[tag], limit=2)]

with Porchlight(url, **credentials) as api:
    first = api.events.create(lead(0), options={'idempotency_key': tag})
    again = api.events.create(lead(0), options={'idempotency_key': tag})
    others = [api.events.create(lead(n)) for n in (1, 2)]
    listed = [person.id for person in api.people.list(contacted=False, tags=[tag], limit=2)]
    read = api.people.get(first.id)
    api.people.update(first.id, {'lastName': 'Byron'}, options={'if_match': read.last_response.etag})
    try:
        api.people.get(2_000_000_000)
    except NotFoundError as error:
        reason = error.reason
    try:
        api.people.create({'emails': 7})
    except Exception as error:
        problems = [problem.field for problem in error.problems]
headers, body = json.loads(os.environ['DELIVERY_HEADERS']), os.environ['DELIVERY_BODY']
event = verify_webhook(headers, body, secret=os.environ['DELIVERY_SECRET'])
verify_legacy_webhook(headers, body, system_key=os.environ['PORCHLIGHT_SYSTEM_KEY'])
try:
    verify_webhook(headers, body + ' ', secret=os.environ['DELIVERY_SECRET'])
    forged = 'accepted'
except InvalidSignatureError:
    forged = 'refused'
print(json.dumps({'name': first.first_name, 'created': first.last_response.status, 'replayed': again.id == first.id,
    'listed': sorted(listed) == sorted([first.id, *(one.id for one in others)]), 'asynchronous': sorted(asyncio.run(read_all())) == sorted(listed),
    'reason': reason, 'problems': problems, 'event': event.event, 'forged': forged}))`;

  it('given its wheel in a fresh environment, then it sends a lead, lists with a filter, pages and verifies a webhook', async () => {
    const builder = pathToFileURL(join(root, 'tools/bootstrap/build-sdk-python.mjs')).href;
    await run(process.execPath, ['-e', `import(${JSON.stringify(builder)}).then((m) => m.buildSdkPython())`]);
    const machine = { cwd: folder, timeout: 150_000 };
    await run('python3', ['-m', 'venv', 'python'], machine);
    const python = join(folder, 'python', 'bin', 'python');
    const source = join(root, 'dist', 'sdk-python');
    await run(python, ['-m', 'pip', 'wheel', '-q', '--no-deps', '-w', 'wheels', source], machine);
    const [wheel] = readdirSync(join(folder, 'wheels'));
    await run(python, ['-m', 'pip', 'install', '-q', join('wheels', wheel!)], machine);
    const { body } = await register('peopleCreated', `${receiver.url}/python`);
    await porchlight.people.create({ firstName: 'Élodie' });
    await receiver.waitFor(1);
    const { headers, raw } = receiver.requests[0]!;
    writeFileSync(join(folder, 'sdk.py'), SCRIPT);
    const { stdout } = await run(python, ['sdk.py'], {
      cwd: folder,
      timeout: 60_000,
      env: {
        ...process.env,
        ...about,
        PORCHLIGHT_CA: caFile,
        TAG: `py${unique()}`,
        DELIVERY_HEADERS: JSON.stringify(headers),
        DELIVERY_BODY: raw.toString(),
        DELIVERY_SECRET: body.secret as string,
      },
    });
    expect(JSON.parse(stdout)).toEqual({
      name: 'Ada',
      created: 201,
      replayed: true,
      listed: true,
      asynchronous: true,
      reason: 'NOT_FOUND',
      problems: ['emails.0'],
      event: 'peopleCreated',
      forged: 'refused',
    });
  }, 400_000);
});

/** A client in another language. PORCHLIGHT_PYTHON names a Python that has openapi-python-client. */
describe('a Python client generated from the same description', () => {
  const python = process.env['PORCHLIGHT_PYTHON'] ?? 'python3';
  const SCRIPT = `
import os
from generated import AuthenticatedClient
from generated.api.leads import create_event
from generated.models import NewEvent
import ssl
from base64 import b64encode
key = b64encode((os.environ['PORCHLIGHT_API_KEY'] + ':').encode()).decode()
client = AuthenticatedClient(base_url=os.environ['PORCHLIGHT_URL'] + '/v1', prefix='Basic', token=key,
    verify_ssl=ssl.create_default_context(cafile=os.environ['PORCHLIGHT_CA']))
lead = NewEvent.from_dict({'source': 'python.example', 'type': 'Registration', 'person': {'firstName': 'Python', 'emails': [{'value': os.environ['EMAIL']}]}})
answer = create_event.sync_detailed(client=client, body=lead)
print(int(answer.status_code), answer.parsed.name)`;

  const { it: itWithGenerator } = requireTool(
    `openapi-python-client for ${python}`,
    hasPythonModule(python, 'openapi_python_client'),
  );
  itWithGenerator('creates a lead', async () => {
    // Without this the generator sends all content types at once.
    writeFileSync(
      join(folder, 'config.yml'),
      'content_type_overrides:\n  application/x-www-form-urlencoded: application/x-none\n',
    );
    const args = [
      '-m',
      'openapi_python_client',
      'generate',
      '--path',
      DESCRIPTION_FILE,
      '--config',
      'config.yml',
      '--meta',
      'none',
      '--output-path',
      'generated',
      '--overwrite',
    ];
    await run(python, args, {
      cwd: folder,
      timeout: 150_000,
      env: { ...process.env, PATH: `${dirname(resolve(root, python))}:${process.env['PATH']}` },
    });
    writeFileSync(join(folder, 'lead.py'), SCRIPT);
    const { stdout } = await run(python, ['lead.py'], {
      cwd: folder,
      timeout: 60_000,
      env: { ...process.env, ...about, PORCHLIGHT_CA: caFile, EMAIL: `py.${unique()}@example.com` },
    });
    expect(stdout.trim()).toBe('201 Python');
    expect(readFileSync(join(folder, 'generated/api/people/list_people.py'), 'utf8')).toContain('def sync(');
  });
});
