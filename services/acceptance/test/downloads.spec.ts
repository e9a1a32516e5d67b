import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPythonModule, requireTool } from '@porchlight/testkit';
import { account, unique } from '../src/client';
import {
  createRun,
  findCommands,
  installPythonSdk,
  installTypescriptSdk,
  readFromStack,
} from '../src/install-downloads';
import { readConnection } from '../src/stack-connection';

const { baseUrl, caFile, system } = readConnection();
const { apiKey } = account(1).users.owner;

jest.setTimeout(400_000);

/** Each package as a developer gets it who has only the address of the stack: in a fresh folder. */
describe('/docs/downloads', () => {
  const folder = mkdtempSync(join(tmpdir(), 'porchlight-downloads-'));
  const run = createRun(folder);
  const env = { BASE_URL: baseUrl, API_KEY: apiKey, SYSTEM: system.name, SYSTEM_KEY: system.key, CA: caFile };
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('given the page, then every file has the size and the SHA-256 that it names', async () => {
    const page = (await readFromStack('/docs/downloads')).toString();
    const files = [...page.matchAll(/href="(\/docs\/downloads\/[^"]+)" download/g)].map(([, path]) => path!);
    expect(files).toHaveLength(3);
    for (const path of files) {
      const content = await readFromStack(path);
      expect(page).toContain(createHash('sha256').update(content).digest('hex'));
      expect(content.length).toBeLessThan(3_000_000);
    }
  });

  it('given the TypeScript SDK installed by npm, then it sends a lead', async () => {
    await installTypescriptSdk(folder);
    const source = `
      import { createPorchlight } from '@porchlight/sdk';
      const { BASE_URL: baseUrl, API_KEY: apiKey, SYSTEM: name, SYSTEM_KEY: key } = process.env;
      const porchlight = createPorchlight({ baseUrl, apiKey, system: { name, key } });
      const person = await porchlight.events.create({ source: 'downloads.example', person: { firstName: 'Type', emails: [{ value: process.argv[2] }] } });
      console.log(person.firstName);`;
    writeFileSync(join(folder, 'lead.mjs'), source);
    expect(await run(process.execPath, ['lead.mjs', `${unique()}@example.com`], env)).toBe('Type\n');
  });

  const python = requireTool('Python 3.9 or newer with venv', hasPythonModule('python3', 'venv, ensurepip, zoneinfo'));
  python.it('given the Python SDK installed by pip, then it sends a lead', async () => {
    const interpreter = await installPythonSdk(folder);
    const source = `
import os, ssl, sys
from porchlight import Porchlight
trust = ssl.create_default_context(cafile=os.environ["CA"])
system = (os.environ["SYSTEM"], os.environ["SYSTEM_KEY"])
with Porchlight(os.environ["BASE_URL"], api_key=os.environ["API_KEY"], system=system, verify=trust) as porchlight:
    print(porchlight.events.create({"source": "downloads.example", "person": {"firstName": "Py", "emails": [{"value": sys.argv[1]}]}}).first_name)
`;
    writeFileSync(join(folder, 'lead.py'), source);
    expect(await run(interpreter, ['lead.py', `${unique()}@example.com`], env)).toBe('Py\n');
  });

  it('given the command line, then npx runs it', async () => {
    const [command = ''] = await findCommands('npx');
    const options = ['--url', baseUrl, '--ca', caFile, '--api-key', apiKey, '--json'].join(' ');
    const line = command.replace('--help', `api GET /v1/identity ${options}`);
    const identity = JSON.parse(await run('bash', ['--norc', '-ec', line])) as object;
    expect(identity).toMatchObject({ account: { name: account(1).name } });
  });

  it('given the command line, then npm installs it globally', async () => {
    const [command = ''] = await findCommands('--global');
    await run('bash', ['--norc', '-ec', command], { npm_config_prefix: folder });
    expect(await run(join(folder, 'bin', 'porchlight'), ['--help'])).toContain('Usage: porchlight');
  });
});
