import { join } from 'node:path';
import { BIN, ROOT, runIn } from './copied-tree';

const TIMEOUT_MS = 60_000;

/** Output of a generator, which writes nothing. */
const runGenerator = (kind: string, ...args: string[]): Promise<string> =>
  runIn(ROOT, join(BIN, 'nx'), ['g', `@porchlight/tools:${kind}`, ...args, '--dry-run'], TIMEOUT_MS);
const generate = (...args: string[]): Promise<string> => runGenerator('resource', ...args);

it.each([
  ['a name in the plural', ['showings', '--service', 'deals'], 'The name is in the singular.'],
  ['a name of another service', ['note', '--service', 'deals'], 'The service people has notes already.'],
  ['an unknown service', ['showing', '--service', 'sales'], 'sales is not a service that stores records.'],
  ['a service without records', ['showing', '--service', 'gateway'], 'These are: people, deals,'],
  ['a name with capitals', ['OpenHouse', '--service', 'deals'], 'OpenHouse is no name'],
  ['a record of a person elsewhere', ['visit', '--service', 'deals', '--of-person'], '--service people'],
])(
  'given %s, the generator refuses it and says why',
  async (_given, args, reason) => {
    await expect(generate(...args)).rejects.toThrow(reason);
  },
  TIMEOUT_MS,
);

it(
  'given a name that ends with s and its plural, the files have these names',
  async () => {
    const output = await generate('address', '--service', 'deals', '--plural', 'addresses');
    expect(output).toContain('CREATE libs/contracts/src/deals/addresses.resource.ts');
  },
  TIMEOUT_MS,
);

it.each([
  ['property', 'properties'],
  ['box', 'boxes'],
  ['showing-day', 'showing-days'],
])(
  'given the name %s, the files have the plural %s',
  async (name, plural) => {
    expect(await generate(name, '--service', 'deals')).toContain(
      `CREATE libs/contracts/src/deals/${plural}.resource.ts`,
    );
  },
  TIMEOUT_MS,
);

it(
  'given a record of a person with a strategy, it is a folder, and only the table of contents is edited',
  async () => {
    const output = await generate('visit', '--service', 'people', '--of-person', '--strategy');
    expect(output).toContain('CREATE services/people/src/visits/visits-strategy.ts');
    const edited = [...output.matchAll(/UPDATE (\S+)/g)].map(([, path]) => path!);
    expect(edited.filter((path) => !/generated|\/index\.ts$|\.json$/.test(path))).toEqual([
      'services/people/src/main.ts',
    ]);
  },
  TIMEOUT_MS,
);

it(
  'given a service whose first resource has a plural, the files of the resource have it',
  async () => {
    const output = await runGenerator('service', 'billing', '--resource', 'address', '--plural', 'addresses');
    expect(output).toContain('CREATE libs/contracts/src/billing/addresses.resource.ts');
  },
  TIMEOUT_MS,
);

it(
  'given no option, the resource is plain: no code in its service',
  async () => {
    const output = await generate('showing', '--service', 'deals');
    expect(output).not.toContain('services/deals/src/');
  },
  TIMEOUT_MS,
);

it(
  'given --strategy, the service has a feature with the rules',
  async () => {
    const output = await generate('showing', '--service', 'deals', '--strategy');
    expect(output).toContain('CREATE services/deals/src/showings/showings-strategy.ts');
    expect(output).toContain('UPDATE services/deals/src/main.ts');
  },
  TIMEOUT_MS,
);
