import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { ConfigProblem, loadConfig } from './config';
import { describeConfig, isSecretName, renderConfigTable } from './config-description';
import {
  address,
  addressList,
  base64File,
  durationMs,
  flag,
  integer,
  list,
  mongodbUri,
  port,
  readAddress,
  serviceFields,
  textFile,
  url,
} from './config-fields';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'porchlight-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, content: string): string => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

/** All problems of an environment, or an empty list. */
const listProblems = (schema: z.ZodObject, env: Record<string, string>): readonly string[] => {
  try {
    loadConfig(schema, env);
    return [];
  } catch (error) {
    if (error instanceof ConfigProblem) return error.problems;
    throw error;
  }
};

describe('loadConfig', () => {
  const schema = z.object({
    ...serviceFields,
    KAFKA_BROKERS: addressList(),
    MONGODB_URI: mongodbUri(),
    WEBHOOK_TIMEOUT_MS: durationMs().prefault('10000'),
    ALLOW_SYSTEM_WITHOUT_KEY: flag().prefault('false'),
    EGRESS_CA_FILE: textFile().optional(),
  });
  const good = { KAFKA_BROKERS: 'a:1, b:2', MONGODB_URI: 'mongodb://u:p@h:1' };

  it('returns typed values, and applies defaults', () => {
    expect(loadConfig(schema, { ...good, OPERATIONS_PORT: '9101', ALLOW_SYSTEM_WITHOUT_KEY: '1' })).toEqual({
      LOG_LEVEL: 'info',
      OPERATIONS_HOST: '127.0.0.1',
      OPERATIONS_PORT: 9101,
      KAFKA_BROKERS: ['a:1', 'b:2'],
      MONGODB_URI: 'mongodb://u:p@h:1',
      WEBHOOK_TIMEOUT_MS: 10_000,
      ALLOW_SYSTEM_WITHOUT_KEY: true,
    });
  });

  it('reads an empty variable as absent, and trims values', () => {
    const config = loadConfig(schema, { ...good, LOG_LEVEL: '', WEBHOOK_TIMEOUT_MS: ' 5 ', EGRESS_CA_FILE: ' ' });
    expect(config).toMatchObject({ LOG_LEVEL: 'info', WEBHOOK_TIMEOUT_MS: 5 });
    expect(listProblems(schema, { KAFKA_BROKERS: '', MONGODB_URI: 'mongodb://h' })).toEqual([
      'KAFKA_BROKERS is missing.',
    ]);
  });

  it('reports all problems at once, each with its variable', () => {
    const problems = listProblems(schema, {
      LOG_LEVEL: 'loud',
      OPERATIONS_PORT: '99999',
      KAFKA_BROKERS: 'nowhere',
      WEBHOOK_TIMEOUT_MS: '10s',
      ALLOW_SYSTEM_WITHOUT_KEY: 'perhaps',
      EGRESS_CA_FILE: '/nowhere/ca.crt',
    });
    expect(problems).toHaveLength(7);
    expect(problems).toEqual([
      expect.stringMatching(/^LOG_LEVEL: .*"fatal".* \(it is 'loud'\)\.$/),
      "OPERATIONS_PORT: must be a whole number from 0 to 65535 (it is '99999').",
      "KAFKA_BROKERS: must be host:port, several between commas (it is 'nowhere').",
      'MONGODB_URI is missing.',
      "WEBHOOK_TIMEOUT_MS: must be a whole number from 1 to 2592000000 (it is '10s').",
      "ALLOW_SYSTEM_WITHOUT_KEY: must be true or false (it is 'perhaps').",
      "EGRESS_CA_FILE: names a file that cannot be read, ENOENT (it is '/nowhere/ca.crt').",
    ]);
    const problem = new ConfigProblem(problems);
    for (const line of problems) expect(problem.message).toContain(line);
  });

  it('prints no secret', () => {
    const keyFile = file('short.key', 'c2VzYW1l');
    const secrets = z.object({
      MONGODB_URI: mongodbUri(),
      API_KEY: z.string().length(3),
      SECRETS_KEY_FILE: base64File(32),
    });
    const problems = listProblems(secrets, {
      MONGODB_URI: 'http://u:sesame@h',
      API_KEY: 'sesame',
      SECRETS_KEY_FILE: keyFile,
    });
    expect(problems).toHaveLength(3);
    expect(problems.join()).not.toMatch(/sesame|c2VzYW1l/);
    expect(problems[2]).toContain(keyFile);
  });

  it('reads only variables of the schema', () => {
    expect(loadConfig(z.object({ A: z.string() }), { A: '1', B: '2' })).toEqual({ A: '1' });
  });
});

describe('fields', () => {
  const parse = (type: z.ZodType, text: string): unknown => {
    const parsed = type.safeParse(text);
    return parsed.success ? parsed.data : 'refused';
  };

  it.each<[string, z.ZodType, string, unknown]>([
    ['integer', integer({ min: -5, max: 5 }), '-5', -5],
    ['integer', integer({ min: -5, max: 5 }), '6', 'refused'],
    ['integer', integer(), '1.5', 'refused'],
    ['integer', integer(), '0x10', 'refused'],
    ['integer', integer(), '1e3', 'refused'],
    ['port', port(), '0', 0],
    ['port', port(), '65536', 'refused'],
    ['duration', durationMs(), '129600000', 129_600_000],
    ['duration', durationMs(), '0', 'refused'],
    ['flag', flag(), 'TRUE', true],
    ['flag', flag(), '0', false],
    ['flag', flag(), 'yes', 'refused'],
    ['list', list(), ' a ,,b,', ['a', 'b']],
    ['address', address(), 'people:50051', 'people:50051'],
    ['address', address(), '[::1]:1', '[::1]:1'],
    ['address', address(), '::1:1', 'refused'],
    ['address', address(), 'people', 'refused'],
    ['address', address(), 'http://people:1', 'refused'],
    ['address', address(), 'people:70000', 'refused'],
    ['addresses', addressList(), 'a:1,b', 'refused'],
    ['addresses', addressList(), ',', 'refused'],
    ['url', url('https:'), 'https://localhost:8443/', 'https://localhost:8443'],
    ['url', url('https:'), 'http://localhost', 'refused'],
    ['url', url(), 'localhost', 'refused'],
    ['mongodb', mongodbUri(), 'mongodb+srv://h', 'mongodb+srv://h'],
    ['mongodb', mongodbUri(), 'mongodb://', 'refused'],
  ])('%s reads %#', (_, type, text, expected) => expect(parse(type, text)).toEqual(expected));

  it('reads files: text unchanged, bytes from base64 of the right length', () => {
    expect(parse(textFile(), file('a.pem', 'PEM\n'))).toBe('PEM\n');
    expect(parse(textFile(), join(folder, 'absent'))).toBe('refused');
    const key = Buffer.alloc(32, 7);
    expect(parse(base64File(32), file('key', `${key.toString('base64')}\n`))).toEqual(key);
    expect(parse(base64File(32), file('key31', Buffer.alloc(31).toString('base64')))).toBe('refused');
    expect(parse(base64File(32), file('hex', '!'.repeat(44)))).toBe('refused');
    expect(parse(base64File(32), folder)).toBe('refused');
  });

  it('parses addresses', () => {
    expect(readAddress('people:1')).toEqual({ host: 'people', port: 1 });
    expect(readAddress('[::1]:2')).toEqual({ host: '::1', port: 2 });
    expect(readAddress('[people]:2')).toBeUndefined();
  });
});

describe('describeConfig', () => {
  it('lists name, meaning, default, and required or not', () => {
    const schema = z.object({
      KAFKA_BROKERS: addressList().describe('Brokers, host:port | several.'),
      RETRY_MS: durationMs().prefault('3600000').describe('Pause between attempts.'),
      LIMIT: integer().describe('Named before its default.').prefault('2'),
      CA_FILE: textFile().optional().describe('Extra authority.'),
      API_KEY: z.string().default('sesame'),
    });
    const entries = describeConfig(schema);
    expect(entries).toEqual([
      { name: 'KAFKA_BROKERS', description: 'Brokers, host:port | several.', required: true },
      { name: 'RETRY_MS', description: 'Pause between attempts.', required: false, default: '3600000' },
      { name: 'LIMIT', description: 'Named before its default.', required: false, default: '2' },
      { name: 'CA_FILE', description: 'Extra authority.', required: false },
      { name: 'API_KEY', description: '', required: false },
    ]);
    const table = renderConfigTable(entries);
    expect(table).toContain('| `KAFKA_BROKERS` | required | Brokers, host:port \\| several. |');
    expect(table).toContain('| `RETRY_MS` | `3600000` | Pause between attempts. |');
  });

  it.each<[string, boolean]>([
    ['INTERNAL_TOKEN_PRIVATE_KEY_FILE', false],
    ['SYSTEM_SIGNATURE_HEADER', false],
    ['ALLOW_SYSTEM_WITHOUT_KEY', false],
    ['KAFKA_BROKERS', false],
    ['MONGODB_URI', true],
    ['SMTP_PASSWORD', true],
    ['GRAVATAR_API_KEY', true],
    ['LIMIT_UNKNOWN_KEYS_PER_MINUTE', false],
  ])('takes %s for a secret: %s', (name, expected) => expect(isSecretName(name)).toBe(expected));
});
