import { execFile } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SERVICES } from '@porchlight/contracts';
import { parse } from 'yaml';

// That the measures exist is held against running services: request-metrics.spec.ts of the gateway, measures.spec.ts of
// the notifier.
const ROOT = join(__dirname, '..', '..');
const FOLDER = join(ROOT, 'deploy', 'observability');
const RUNBOOKS = join(ROOT, 'docs', 'runbooks');
const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly runbook: string };
}
const rules = (parse(read(FOLDER, 'alerts.yaml')) as { groups: { rules: Rule[] }[] }).groups.flatMap(
  (group) => group.rules,
);

/** Brackets and quotes that do not match up. */
const unbalanced = (expression: string): boolean => {
  const open: string[] = [];
  const bare = expression.replace(/"(?:[^"\\]|\\.)*"/g, '');
  if (bare.includes('"')) return true;
  const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' };
  for (const sign of bare) {
    if ('([{'.includes(sign)) open.push(sign);
    else if (pairs[sign] !== undefined && open.pop() !== pairs[sign]) return true;
  }
  return open.length > 0;
};

it('every alert says how bad it is, what is wrong, and has a runbook that names it', () => {
  expect(rules.length).toBeGreaterThan(10);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, for: pending = '0s', labels, annotations } of rules) {
    expect({ alert, severity: labels.severity }).toEqual({
      alert,
      severity: expect.stringMatching(/^(page|ticket|none)$/),
    });
    expect(pending).toMatch(/^\d+[smh]$/);
    expect({ alert, expr, unbalanced: unbalanced(expr) }).toEqual({ alert, expr, unbalanced: false });
    expect(annotations.summary.length).toBeGreaterThan(10);
    expect({
      alert,
      named: existsSync(join(ROOT, annotations.runbook)) && read(ROOT, annotations.runbook).includes(`\`${alert}\``),
    }).toEqual({ alert, named: true });
  }
});

it('the chart has a copy of the rules', () => {
  const copy = read(ROOT, 'deploy', 'helm', 'porchlight', 'files', 'alerts.yaml');
  expect(copy).toBe(read(FOLDER, 'alerts.yaml'));
});

it('the notifier is scaled by the backlog that the alert looks at', () => {
  const chart = parse(read(ROOT, 'deploy', 'helm', 'porchlight', 'values.yaml')) as {
    services: { notifier: { backlog: { metric: string } } };
  };
  expect(rules.find(({ alert }) => alert === 'PorchlightDeliveriesPileUp')?.expr).toContain(
    `max(${chart.services.notifier.backlog.metric})`,
  );
});

it('runbooks speak of alerts and measures that there are, and stand in their list', () => {
  const alerts = new Set(rules.map(({ alert }) => alert));
  const list = read(RUNBOOKS, 'README.md');
  const pages = readdirSync(RUNBOOKS).filter((file) => file !== 'README.md');
  for (const page of pages) {
    expect(list).toContain(`](${page})`);
    for (const [, alert] of read(RUNBOOKS, page).matchAll(/`(Porchlight[A-Z]\w+)`/g))
      expect({ page, alert, known: alerts.has(alert as string) }).toEqual({ page, alert, known: true });
  }
});

it('there is a dashboard for each service and an overview, as the script writes them', async () => {
  const dashboards = readdirSync(join(FOLDER, 'dashboards'));
  expect(dashboards.sort()).toEqual([...SERVICES, 'overview'].sort().map((name) => `${name}.json`));
  for (const file of dashboards) {
    const { panels } = JSON.parse(read(FOLDER, 'dashboards', file)) as { panels: { targets: { expr: string }[] }[] };
    expect(panels.length).toBeGreaterThan(9);
    expect(panels.flatMap(({ targets }) => targets).filter(({ expr }) => unbalanced(expr))).toEqual([]);
  }
  await promisify(execFile)(process.execPath, [join(FOLDER, 'make-dashboards.mjs'), '--check']);
});

/** All sources of a folder, as one text. */
const sources = (folder: string): string =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') || file.endsWith('.proto'))
    .map((file) => read(folder, file))
    .join('\n');

describe.each(SERVICES)('README of %s', (service) => {
  const page = read(ROOT, 'services', service, 'README.md');

  it('states its owner, calls, topics, configuration, how it fails, how to replay, and has a change log', () => {
    for (const row of ['owner', 'configuration', 'how it fails', 'how to replay', 'changes'])
      expect(page).toMatch(new RegExp(`^\\| ${row} \\| .{10}`, 'm'));
    expect(page).toContain(`deploy/observability/dashboards/${service}.json`);
    expect(read(ROOT, 'services', service, 'CHANGELOG.md')).toMatch(/^## \d+\.\d+\.\d+\n\n- /m);
    for (const [, link] of page.matchAll(/\]\((\.\.\/[^)#]+|[A-Z]+\.md)/g))
      expect({ link, there: existsSync(join(ROOT, 'services', service, link as string)) }).toEqual({
        link,
        there: true,
      });
  });

  it('names every group that it consumes with, and every gRPC service that it adds itself', () => {
    const code = sources(join(ROOT, 'services', service, 'src'));
    const protos = join(ROOT, 'proto', 'porchlight', service);
    const declared = existsSync(protos) ? [...sources(protos).matchAll(/^service (\w+)/gm)] : [];
    const calls = declared.filter(([, name]) => code.includes(`${name}Definition`));
    const groups = [...code.matchAll(/group: '([^']+)'/g)];
    const missing = [...calls, ...groups].map(([, name]) => name as string).filter((name) => !page.includes(name));
    expect([...new Set(missing)]).toEqual([]);
  });
});
