import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { allActions, allResources } from '@porchlight/contracts';
import { createOpenApiDocument, listSampleRequests, samplesByLanguage } from '@porchlight/openapi';
import { hasPythonModule, requireTool } from '@porchlight/testkit';

const ROOT = resolve(__dirname, '..', '..', '..');
const document = createOpenApiDocument({
  resources: allResources,
  actions: allActions,
  baseUrl: 'https://localhost:9443',
  version: '1',
});
const requests = [...listSampleRequests(document)];
const samples = requests.map(([id, request]) => ({ id, request, code: samplesByLanguage(request) }));
const sampleOf = (id: string, language: string): string => samples.find((one) => one.id === id)!.code[language]!;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'reference-samples-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, args: readonly string[], env: Record<string, string> = {}): string => {
  try {
    return execFileSync(command, args, {
      cwd: folder,
      encoding: 'utf8',
      timeout: 240_000,
      env: { ...process.env, ...env },
    });
  } catch (error) {
    throw new Error((error as { stdout?: string }).stdout, { cause: error });
  }
};

jest.setTimeout(300_000);

/** Runs each sample with a transport that records the request, and compares method and path. */
const PYTHON_RUNNER = `
import json, os, sys, types
from unittest.mock import MagicMock
sent = []
class Reply:
    is_success, status_code, content, text, headers = True, 200, b'{"_metadata": {}, "access_token": "a", "refresh_token": "r", "expires_in": 1}', "", {}
    def raise_for_status(self): pass
    def json(self): return json.loads(self.content)
    def read(self, *args): return self.content
    def __enter__(self): self.status_code = 401; return self
    def __exit__(self, *args): pass
httpx = types.ModuleType("httpx")
for name in ("HTTPError", "TimeoutException"):
    setattr(httpx, name, type(name, (Exception,), {}))
for name in ("Client", "AsyncClient", "Response", "Timeout", "URL"):
    setattr(httpx, name, MagicMock())
def note(method, url, **_options):
    sent.append([method, url])
    return Reply()
client = httpx.Client.return_value
client.__enter__.return_value = client
client.request.side_effect = note
client.stream.side_effect = note
client.post.side_effect = lambda url, **options: note("POST", url)
httpx.post = client.post
httpx.Response = Reply
sys.modules["httpx"] = httpx
import ssl, urllib.request
ssl.create_default_context = lambda cafile: None
class Page(Reply):
    def __enter__(self): return self
def opened(url, **_options):
    sent.append(["GET", url])
    return Page()
urllib.request.urlopen = opened
import porchlight
failures = []
for sample in json.load(open(sys.argv[1])):
    sent.clear()
    try:
        exec(compile(sample["code"], sample["id"], "exec"), {})
    except porchlight.AuthenticationError:
        pass
    except Exception as error:
        failures.append([sample["id"], repr(error)])
        continue
    if sample["path"] and [sample["method"], sample["path"]] != [sent[0][0], sent[0][1].split("?")[0]]:
        failures.append([sample["id"], sent[0]])
print(json.dumps(failures))
`;

describe('the samples of the reference', () => {
  it('given TypeScript, then the compiler accepts each with the types of the SDK', () => {
    for (const { id, code } of samples) writeFileSync(join(folder, `${id}.mts`), code['typescript']!);
    const options = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: 'es2022',
      lib: ['es2023', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules', '@types')],
      paths: { '@porchlight/sdk': [join(ROOT, 'libs/sdk/src/index.ts')] },
    };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['*.mts'] }));
    expect(run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', folder])).toBe('');
  });

  requireTool('Python 3.9 or newer', hasPythonModule('python3', 'zoneinfo')).it(
    'given Python, then each sends the request of its operation',
    (): Promise<void> => {
      const packaged = join(folder, 'porchlight');
      mkdirSync(packaged);
      run('cp', ['-r', join(ROOT, 'libs/sdk-python/porchlight'), folder]);
      const generator = pathToFileURL(join(ROOT, 'libs/sdk-python/generate-python.mjs')).href;
      writeFileSync(join(folder, 'openapi.json'), JSON.stringify(document));
      const generate = `import(${JSON.stringify(generator)}).then((m) => m.writePython('openapi.json', 'porchlight/_generated'))`;
      run(process.execPath, ['-e', generate]);
      const rows = samples.map(({ id, request, code }) => ({
        id,
        method: request.oauthCall ? 'POST' : request.method,
        path: id === 'authorize' ? '' : `${request.origin}${request.path}`,
        code: code['python'],
      }));
      writeFileSync(join(folder, 'samples.json'), JSON.stringify(rows));
      writeFileSync(join(folder, 'run_samples.py'), PYTHON_RUNNER);
      const names = [
        'API_KEY',
        'SYSTEM',
        'SYSTEM_KEY',
        'CA',
        'CLIENT_ID',
        'CLIENT_SECRET',
        'REFRESH_TOKEN',
        'ACCESS_TOKEN',
      ];
      const env = Object.fromEntries(names.map((name) => [name, 'x']));
      expect(JSON.parse(run('python3', ['run_samples.py', 'samples.json'], env))).toEqual([]);
      return Promise.resolve();
    },
  );

  it.each(['curl', 'typescript', 'python', 'php'])(
    'given an operation that requires a system, then %s names it',
    (language) => {
      const ofSystems = samples.filter(({ request }) => request.needsSystem);
      expect(ofSystems.length).toBeGreaterThan(10);
      const lacking = ofSystems.filter(({ code }) => !code[language]!.includes('SYSTEM_KEY'));
      expect(lacking.map(({ id }) => id)).toEqual([]);
    },
  );

  it.each(['createToken', 'revokeToken'])('given %s, then the app authenticates, with the fields of the form', (id) => {
    expect(sampleOf(id, 'curl')).toContain('-u "$CLIENT_ID:$CLIENT_SECRET"');
    expect(sampleOf(id, 'curl')).toMatch(/--data-urlencode "(refresh_token=\$REFRESH_TOKEN|token=\$ACCESS_TOKEN)"/);
    expect(sampleOf(id, 'php')).toContain("getenv('CLIENT_SECRET')");
    expect(sampleOf(id, 'curl')).not.toContain('API_KEY');
  });

  it('given an operation without authentication, then no sample sends a key', () => {
    const open = samples.filter(({ request }) => request.credentials === 'none');
    expect(open.map(({ id }) => id)).toEqual(expect.arrayContaining(['authorize', 'getAuthorizationServer']));
    expect(open.filter(({ code }) => Object.values(code).join().includes('API_KEY')).map(({ id }) => id)).toEqual([]);
  });

  it.each([
    ['authorize', '/oauth/authorize'],
    ['createToken', '/oauth/token'],
    ['listSigningKeys', '/.well-known/jwks.json'],
    ['createEvent', '/v1/events'],
  ])('given %s, then the path is %s', (id, path) => {
    expect(requests.find(([one]) => one === id)![1].path).toBe(path);
    expect(sampleOf(id, 'curl')).toContain(`'https://localhost:9443${path}`);
  });
});
