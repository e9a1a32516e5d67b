import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import * as sdk from '../src';
import { openInEditor } from './language-service';
import { json, startFakeService, type FakeService } from './fake-service';

const README = readFileSync(join(__dirname, '..', 'README.md'), 'utf8');
const EXAMPLES = [...README.matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => code!);
const NAME = join(__dirname, 'readme-program.ts');
const PROGRAM = EXAMPLES.join('\n');
const PERSON = { id: 7, name: 'Ada Byron', firstName: 'Ada' };

let service: FakeService;
beforeAll(async () => void (service = await startFakeService()));
afterAll(() => service.stop());

describe('the examples of the README', () => {
  it('are typed', () => {
    const text = `declare const process: { env: Record<string, string | undefined> };\n${PROGRAM.replaceAll("'@porchlight/sdk'", "'../src'")}`;
    const editor = openInEditor(NAME, text);
    const problems = [...editor.getSyntacticDiagnostics(NAME), ...editor.getSemanticDiagnostics(NAME)];
    expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
  });

  it('run, in their order', async () => {
    service.respond = ({ method, url = '' }, response) => {
      if (url.startsWith('/oauth/token'))
        return json(response, 200, { access_token: 'a', refresh_token: 'r', token_type: 'Bearer', expires_in: 3600 });
      if (url.startsWith('/v1/stream'))
        return response
          .writeHead(200, { 'content-type': 'text/event-stream' })
          .end('id: 1\nevent: reset\ndata: {}\n\n');
      if (url.endsWith('/404'))
        return json(response, 404, { errorCode: 'NOT_FOUND', errorMessage: 'No.', requestId: 'r1' });
      if (/^\/v1\/people(\?|$)/.test(url))
        return json(response, 200, { _metadata: { collection: 'people', total: 1, next: null }, people: [PERSON] });
      return json(response, method === 'POST' ? 201 : 200, PERSON, { etag: '"7-1"' });
    };
    const printed: unknown[][] = [];
    const code = PROGRAM.replaceAll('https://api.porchlight.example', service.url).replace(
      /import (\{[^}]*\}) from '@porchlight\/sdk';/g,
      (_all, names: string) => `const ${names.replace(/,? *type \w+/g, '')} = sdk;`,
    );
    const compiled = ts.transpileModule(`async function run() {${code}}`, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ES2022 },
    }).outputText;
    const run = new Function('sdk', 'process', 'console', `${compiled}; return run();`) as (
      ...args: unknown[]
    ) => Promise<void>;
    const env = { API_KEY: 'key', SYSTEM: 'My Website', SYSTEM_KEY: 'secret', CLIENT_ID: 'c', CLIENT_SECRET: 's' };
    await run(sdk, { env }, { log: (...values: unknown[]) => void printed.push(values) });
    expect(printed).toEqual([
      [7],
      ['Ada'],
      ['Ada Byron'],
      [1],
      ['reset', {}],
      ['NOT_FOUND', 'r1'],
      ['Ada Byron'],
      ['peopleUpdated', [7]],
      [204, 'function'],
      ['sample-event'],
    ]);
  });
});
