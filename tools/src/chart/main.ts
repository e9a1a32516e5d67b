import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { chartEnvironmentProblems } from './chart-environment';
import { networkPolicyProblems } from './chart-network-policies';
import { signingKeyProblems } from './chart-signing-keys';
import { tryProgram } from '../launcher/run-program';
import { projectRoot } from '../launcher/project-root';
import { countCheck } from '../e2e/e2e-context';
import { sum, type Tally } from '../test/tally';

const CHART = join('deploy', 'helm', 'porchlight');
const SCHEMAS = join('deploy', 'helm', 'schemas', '{{.ResourceKind}}{{.KindSuffix}}.json');
const SMALL = join(CHART, 'values-small.yaml');
/** Helm packs no files outside of a chart, so the chart has copies of these. */
const COPIED = [
  'observability/alerts.yaml',
  'kafka/access.yaml',
  'kafka/create-topics.sh',
  'kafka/grant-access.sh',
  'kafka/topics.yaml',
];
/** The start of the chart's error. */
const MISSING_PROXIES = 'trustedProxies is required while ingress.enabled or httpRoute.enabled is true';
const TOOLS = ['./render', 'github.com/yannh/kubeconform/cmd/kubeconform', 'github.com/zegl/kube-score/cmd/kube-score'];

const RESULTS = join('.cache', 'results', 'deploy-test.json');
const say = (line: string): void => console.log(line);

/** The Helm chart: rendered with each of its sets of values, validated with the schemas of Kubernetes, and scored. */
async function checkChart(root: string): Promise<Tally> {
  const run = (command: string, args: readonly string[], cwd = root) =>
    tryProgram(command, args, {
      cwd,
      env: { ...process.env, GOTOOLCHAIN: 'local' },
    });
  const go = await run('go', ['version']);
  if (!go.ok) return missingGo();
  const bin = join(root, '.cache', 'deploy-tools');
  mkdirSync(bin, { recursive: true });
  const built = await run(
    'go',
    ['build', '-mod=readonly', '-o', `${bin}/`, ...TOOLS],
    join(root, 'lab', 'chart-tools'),
  );
  if (!built.ok) return countCheck(say, 'the tools of lab/chart-tools build', false, built.output);

  const files = readdirSync(join(root, CHART, 'ci')).map((file) => join(CHART, 'ci', file));
  const sets = files.map((file) => (basename(file) === 'operator.yaml' ? [SMALL, file] : [file]));
  // The values enable an ingress; the addresses of its controller are unknown.
  const bare = await run(join(bin, 'render'), [CHART]);
  const refused = !bare.ok && bare.output.includes(MISSING_PROXIES);
  const tallies: Tally[] = [];
  const check = (name: string, ok: boolean, output: string): void =>
    void tallies.push(countCheck(say, name, ok, output));
  const expectNone = (name: string, problems: readonly string[]): void =>
    check(name, problems.length === 0, problems.join('\n'));
  check('the chart refuses an ingress without trusted proxies', refused, bare.output);
  const read = (...path: string[]): string => readFileSync(join(root, ...path), 'utf8');
  const outdated = COPIED.filter((path) => read('deploy', path) !== read(CHART, 'files', basename(path)));
  check("the chart's files equal those of deploy", outdated.length === 0, `copy again: ${outdated.join(', ')}`);
  const misspelled = join(bin, 'misspelled.yaml');
  writeFileSync(misspelled, 'services: { people: { replica: 3 } }\n');
  const unknown = await run(join(bin, 'render'), [CHART, ...files.slice(0, 1), misspelled]);
  check('the chart refuses an unknown value', !unknown.ok && unknown.output.includes('replica'), unknown.output);
  for (const values of sets) {
    const name = `the chart with ${values.join(' and ')}`;
    const rendered = await run(join(bin, 'render'), [CHART, ...values]);
    check(`${name} renders`, rendered.ok, rendered.output);
    if (!rendered.ok) continue;
    const file = join(bin, 'rendered.yaml');
    writeFileSync(file, rendered.output);
    const valid = await run(join(bin, 'kubeconform'), ['-strict', '-summary', '-schema-location', SCHEMAS, file]);
    check(`${name} fits the schemas`, valid.ok, valid.output);
    expectNone(
      `${name} has all settings of each service and no others`,
      await chartEnvironmentProblems(root, rendered.output),
    );
    expectNone(
      `${name} gives each service that signs internal tokens its own key`,
      signingKeyProblems(rendered.output),
    );
    // This set of values has Kafka and a database elsewhere.
    if (!values.includes(join(CHART, 'ci', 'job-mesh.yaml')))
      expectNone(
        `${name} allows the connections of the services and no others`,
        networkPolicyProblems(rendered.output),
      );
    // No CPU limit: it would throttle a service on an idle machine.
    const score = await run(join(bin, 'kube-score'), [
      'score',
      '--ignore-container-cpu-limit',
      '--output-format',
      'ci',
      file,
    ]);
    check(`${name} passes kube-score`, score.ok, score.output.replace(/^\[(OK|SKIPPED)\].*\n/gm, ''));
  }
  return sum(tallies);
}

/** Nothing was checked: skipped, or failed with CI=true. */
function missingGo(): Tally {
  const why = 'Go 1.24 or newer is required to build the tools that check the Helm chart.';
  if (process.env['CI'] === 'true') return countCheck(say, 'the Helm chart', false, why);
  say(`skipped the Helm chart: ${why}`);
  return { passed: 0, failed: 0, skipped: 1, failures: [] };
}

async function main(): Promise<void> {
  const root = projectRoot();
  const tally = await checkChart(root);
  mkdirSync(join(root, '.cache', 'results'), { recursive: true });
  writeFileSync(join(root, RESULTS), JSON.stringify(tally));
  process.exitCode = tally.failed === 0 ? 0 : 1;
}

void main();
