import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireTool } from '@porchlight/testkit';
import { transformSync } from 'esbuild';
import { createRunSecret, signNotification } from '../operator/sign-notification';
import { readGuides, readSnippets, type Snippet } from './guide-snippets';
import { isInstalled, PARSERS, RUNTIMES } from './snippet-runtimes';

const GUIDES = join(__dirname, '..', '..', '..', 'docs', 'guides');
/** Blocks that are no programs: pictures, and headers or trees without a language. */
const TEXTS = ['', 'mermaid', 'http'];

const snippets = readGuides(GUIDES);
const programs = snippets.filter(({ language }) => !TEXTS.includes(language));
const installed = new Set(Object.keys(RUNTIMES).filter((language) => isInstalled(RUNTIMES[language]!)));
const place = ({ guide, line, language }: Snippet): string => `${guide}:${line} (${language})`;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'guides-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a program; fails with its output unless it ends with 0. Returns the standard output. */
const run = ([command, ...args]: readonly [string, ...string[]], input = ''): string => {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd: folder,
    input,
    encoding: 'utf8',
    timeout: 110_000,
  });
  expect({ status, stderr: status === 0 ? '' : stderr, error }).toEqual({ status: 0, stderr: '', error: undefined });
  return stdout;
};

const write = (name: string, text: string): string => {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
};

describe('the snippets of the guides', () => {
  it('are in languages that this test knows', () => {
    const languages = [...Object.keys(RUNTIMES), ...Object.keys(PARSERS)];
    expect(programs.filter(({ language }) => !languages.includes(language)).map(place)).toEqual([]);
  });

  const parsed = programs.filter(({ language }) => language in PARSERS);
  it.each(parsed.map((one) => [place(one), one] as const))('%s can be parsed', (_place, { language, code }) => {
    expect(() => PARSERS[language]!(code)).not.toThrow();
  });

  const checked = programs.filter(({ language }) => installed.has(language) && RUNTIMES[language]!.check);
  it.each(checked.map((one, nth) => [place(one), nth, one] as const))(
    '%s has no syntax error',
    (_place, nth, { language, code }) => {
      const { check, extension } = RUNTIMES[language]!;
      run(check!(write(`snippet-${nth}.${extension}`, code)));
    },
  );

  it('given a fence with a tab, then the snippet has its title', () => {
    expect(readSnippets('a.md', '```ts tab="TypeScript (SDK)"\nx\n```\n')).toEqual([
      { guide: 'a.md', line: 2, language: 'ts', tab: 'TypeScript (SDK)', code: 'x\n' },
    ]);
  });

  it('given a fence inside a list, then its code is dedented', () => {
    expect(readSnippets('a.md', '1. x\n\n   ```sh\n   ls\n   ```\n')).toEqual([
      { guide: 'a.md', line: 4, language: 'sh', code: 'ls\n' },
    ]);
  });
});

/** A notification as a receiver gets it. */
interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly secret: string;
}

/** A program of each language around the function of the guide: reads a list of `Received`, prints 1 or 0 for each. */
const HARNESSES: Readonly<Record<string, (code: string, cases: readonly Received[]) => string>> = {
  bash: (code, cases) => {
    const calls = cases.map(({ headers, body, secret }, nth) => {
      const values = [...['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]!)];
      const args = [...values, write(`body-${nth}.json`, body), secret].map((value) => `'${value}'`).join(' ');
      return `if verify_webhook ${args}; then echo 1; else echo 0; fi`;
    });
    return run(['bash', write('verify.sh', [code, ...calls].join('\n'))]);
  },
  ts: (code, cases) => {
    const { code: compiled } = transformSync(code, { loader: 'ts', format: 'cjs' });
    const main = `
      for (const { headers, body, secret } of JSON.parse(require('node:fs').readFileSync(0, 'utf8')))
        console.log(verifyWebhook(headers, Buffer.from(body), secret) ? 1 : 0);`;
    return run([process.execPath, write('verify.cjs', compiled + main)], JSON.stringify(cases));
  },
  python: (code, cases) => {
    const main = `
import json, sys
for one in json.load(sys.stdin):
    print(1 if verify_webhook(one["headers"], one["body"].encode(), one["secret"]) else 0)
`;
    return run(['python3', write('verify.py', code + main)], JSON.stringify(cases));
  },
  php: (code, cases) => {
    const main = `
foreach (json_decode(file_get_contents('php://stdin'), true) as $one)
    echo verifyWebhook($one['headers'], $one['body'], $one['secret']) ? 1 : 0, "\\n";
`;
    return run(['php', write('verify.php', code + main)], JSON.stringify(cases));
  },
  ruby: (code, cases) => {
    const main = `
require 'json'
JSON.parse(STDIN.read).each { |one| puts verify_webhook(one['headers'], one['body'], one['secret']) ? 1 : 0 }
`;
    return run(['ruby', write('verify.rb', code + main)], JSON.stringify(cases));
  },
  go: (code, cases) => {
    const main = `package main

import (
	"encoding/json"
	"os"
)

func main() {
	var cases []struct {
		Headers      map[string]string
		Body, Secret string
	}
	if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil {
		panic(err)
	}
	for _, one := range cases {
		header := func(name string) string { return one.Headers[name] }
		if VerifyWebhook(header, []byte(one.Body), one.Secret) {
			println("1")
		} else {
			println("0")
		}
	}
}
`.replaceAll(/println\((".")\)/g, 'os.Stdout.WriteString($1 + "\\n")');
    const files = [write('verify.go', code.replace('package webhooks', 'package main')), write('main.go', main)];
    return run(['go', 'run', ...files], JSON.stringify(cases));
  },
  csharp: (code, cases) => {
    const main = `
foreach (var one in System.Text.Json.JsonSerializer.Deserialize<Received[]>(Console.OpenStandardInput()))
    Console.WriteLine(Webhooks.Verify(one.headers, Encoding.UTF8.GetBytes(one.body), one.secret) ? 1 : 0);
record Received(Dictionary<string, string> headers, string body, string secret);
`;
    const usings = /^(?:using [^\n]*\n)+/.exec(code)![0];
    write('Program.cs', usings + main + code.slice(usings.length));
    write(
      'verify.csproj',
      '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>',
    );
    return run(['dotnet', 'run', '--project', folder], JSON.stringify(cases));
  },
};

/** The function of the guide: the first block of the language after the heading Verify. */
const findVerification = (language: string): Snippet | undefined => {
  const verify = snippets.filter(
    ({ guide, tab, code }) =>
      guide === 'webhooks.md' && !tab?.endsWith('(SDK)') && /verify.?webhook|Webhooks/i.test(code),
  );
  return verify.find((one) => one.language === language);
};

describe('D7.8 the verification of webhooks in the guide', () => {
  const secret = createRunSecret();
  const body = '{"eventId":"01J","event":"peopleCreated","resourceIds":[3],"data":{"tags":["Größe ✓"]}}';
  const sign = (at = new Date(), by = secret): Received => ({
    headers: signNotification(by, '01J', body, at),
    body,
    secret,
  });
  const rotated = (): Received => {
    const [old, current] = [sign(new Date(), createRunSecret()), sign()];
    const signature = `${old.headers['webhook-signature']} ${current.headers['webhook-signature']}`;
    return { ...current, headers: { ...current.headers, 'webhook-signature': signature } };
  };
  const createCases = (): readonly (readonly [string, Received, boolean])[] => [
    ['a notification', sign(), true],
    ['two signatures during a rotation', rotated(), true],
    ['a changed body', { ...sign(), body: body.replace('3', '4') }, false],
    ['another secret', { ...sign(), secret: createRunSecret() }, false],
    ['a request of ten minutes ago', sign(new Date(Date.now() - 600_000)), false],
  ];

  const languages = Object.keys(HARNESSES);
  it.each(languages)('%s has a snippet', (language) => {
    expect(findVerification(language)).toBeDefined();
  });

  it.each(languages.filter((language) => language === 'ts' || installed.has(language)))(
    '%s accepts what the service signs and refuses all else',
    (language) => {
      const cases = createCases();
      const output = HARNESSES[language]!(
        findVerification(language)!.code,
        cases.map(([, received]) => received),
      );
      const results = output.trim().split(/\s+/);
      expect(cases.map(([title], nth) => [title, results[nth] === '1'])).toEqual(
        cases.map(([title, , expected]) => [title, expected]),
      );
    },
  );
});

const python = requireTool('Python', installed.has('python'));
python.describe('the authorization request in the guide about OAuth', () => {
  it('has the SHA-256 of the verifier as challenge, and a new state for each attempt', () => {
    const snippet = snippets.find(({ guide, code }) => guide === 'oauth.md' && code.includes('def authorization_url'));
    const main = `
import json
for _ in range(2):
    print(json.dumps(authorization_url("https://auth.example", "c1", "http://localhost:3000/callback", "read people")))
`;
    const lines = run(['python3', write('authorize.py', snippet!.code + main)])
      .trim()
      .split('\n');
    const [first, second] = lines.map((line) => JSON.parse(line) as [url: string, state: string, verifier: string]);
    const [url, state, verifier] = first!;
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      response_type: 'code',
      client_id: 'c1',
      redirect_uri: 'http://localhost:3000/callback',
      scope: 'read people',
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    expect(second![1]).not.toBe(state);
  });
});

/** A missing run-time is named in the output of the test; CI does not require it. */
const missing = Object.entries(RUNTIMES).flatMap(([language, { name }]) => (installed.has(language) ? [] : [name]));
if (missing.length > 0) console.warn(`Snippets not run, because the run-time is missing: ${missing.join(', ')}.`);
