// Writes dashboards/*.json for Grafana: `node deploy/observability/make-dashboards.mjs`. With --check it writes nothing
// and fails when a file is not what it would write.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, 'dashboards');
const SERVICES = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'libs', 'contracts', 'src', 'services.json'), 'utf8'),
);
const BACKENDS = Object.keys(SERVICES).filter((name) => SERVICES[name] === 'backend');

/** @typedef {{ title: string, unit: string, series: [legend: string, expr: string][] }} Panel */

const rate = (metric, by, selector = '') => `sum by (${by}) (rate(${metric}${selector}[5m]))`;
const quantile = (q, metric, by, selector = '') =>
  `histogram_quantile(${q}, sum by (${[...by, 'le'].join(', ')}) (rate(${metric}_bucket${selector}[5m])))`;

/** @returns {Panel[]} */
const ofRequests = () => [
  { title: 'Requests', unit: 'reqps', series: [['{{status}}', rate('porchlight_request_seconds_count', 'status')]] },
  {
    title: 'Requests by operation',
    unit: 'reqps',
    series: [['{{operation}}', `topk(10, ${rate('porchlight_request_seconds_count', 'operation')})`]],
  },
  {
    title: 'Errors of ours by operation',
    unit: 'reqps',
    series: [['{{operation}}', rate('porchlight_request_seconds_count', 'operation', '{status="5xx"}')]],
  },
  {
    title: 'Refused, by reason',
    unit: 'reqps',
    series: [['{{reason}}', rate('porchlight_request_refusals_total', 'reason')]],
  },
  {
    title: 'Duration',
    unit: 's',
    series: [
      ['half', quantile(0.5, 'porchlight_request_seconds', [])],
      ['19 of 20', quantile(0.95, 'porchlight_request_seconds', [])],
    ],
  },
  {
    title: 'Duration by operation, 19 of 20',
    unit: 's',
    series: [['{{operation}}', `topk(10, ${quantile(0.95, 'porchlight_request_seconds', ['operation'])})`]],
  },
];

/** @returns {Panel[]} */
const ofBackend = (own) => [
  {
    title: 'Calls by operation',
    unit: 'reqps',
    series: [['{{operation}}', `topk(10, ${rate('porchlight_rpc_server_seconds_count', 'operation', own)})`]],
  },
  {
    title: 'Calls by outcome',
    unit: 'reqps',
    series: [['{{outcome}}', rate('porchlight_rpc_server_seconds_count', 'outcome', own)]],
  },
  {
    title: 'Duration of calls, 19 of 20',
    unit: 's',
    series: [['{{operation}}', `topk(10, ${quantile(0.95, 'porchlight_rpc_server_seconds', ['operation'], own)})`]],
  },
  { title: 'Calls under way', unit: 'short', series: [['{{instance}}', `porchlight_rpc_server_running${own}`]] },
  {
    title: 'Database: operations',
    unit: 'ops',
    series: [['{{operation}} {{outcome}}', rate('porchlight_store_seconds_count', 'operation, outcome', own)]],
  },
  {
    title: 'Database: duration, 19 of 20',
    unit: 's',
    series: [['{{operation}}', quantile(0.95, 'porchlight_store_seconds', ['operation'], own)]],
  },
  {
    title: 'Database: connections in use, of 16',
    unit: 'short',
    series: [['{{instance}}', `porchlight_store_connections_in_use${own}`]],
  },
  {
    title: 'Outbox: changes that wait',
    unit: 'short',
    series: [
      ['in documents', `max(porchlight_outbox_waiting${own})`],
      ['in memory', `sum(porchlight_outbox_in_memory${own})`],
    ],
  },
  {
    title: 'Outbox: age of the oldest',
    unit: 's',
    series: [['oldest', `max(porchlight_outbox_oldest_seconds${own})`]],
  },
  {
    title: 'Published',
    unit: 'ops',
    series: [
      ['{{topic}}', rate('porchlight_bus_published_total', 'topic', own)],
      ['refused: {{reason}}', rate('porchlight_bus_publish_refused_total', 'reason', own)],
    ],
  },
  {
    title: 'Sending to Kafka, 19 of 20',
    unit: 's',
    series: [['{{topic}}', quantile(0.95, 'porchlight_bus_send_seconds', ['topic'], own)]],
  },
  {
    title: 'Consumed',
    unit: 'ops',
    series: [['{{group}} {{outcome}}', rate('porchlight_bus_consumed_total', 'group, outcome', own)]],
  },
  {
    title: 'Handling of a batch, 19 of 20',
    unit: 's',
    series: [['{{group}}', quantile(0.95, 'porchlight_bus_handle_seconds', ['group'], own)]],
  },
  {
    title: 'Behind, messages',
    unit: 'short',
    series: [['{{group}} {{topic}}', `sum by (group, topic) (porchlight_bus_consumer_lag${own})`]],
  },
  {
    title: 'Batch at hand',
    unit: 's',
    series: [['{{group}}', `max by (group) (porchlight_bus_batch_age_seconds${own})`]],
  },
  {
    title: 'Attempts that failed, dead letters',
    unit: 'ops',
    series: [
      ['{{group}}', rate('porchlight_bus_retries_total', 'group', own)],
      ['dead: {{group}}', rate('porchlight_bus_dead_lettered_total', 'group', own)],
    ],
  },
  {
    title: 'Members of groups',
    unit: 'short',
    series: [['{{group}}', `sum by (group) (porchlight_bus_group_member${own})`]],
  },
  {
    title: 'Jobs: due and dead',
    unit: 'short',
    series: [
      ['due: {{kind}}', `max by (kind) (porchlight_jobs_due${own})`],
      ['dead: {{kind}}', `max by (kind) (porchlight_jobs_dead${own})`],
    ],
  },
  {
    title: 'Jobs: age of the oldest that is due',
    unit: 's',
    series: [['{{kind}}', `max by (kind) (porchlight_jobs_oldest_due_seconds${own})`]],
  },
  {
    title: 'Jobs: steps',
    unit: 'ops',
    series: [['{{kind}} {{result}}', rate('porchlight_job_steps_total', 'kind, result', own)]],
  },
];

/** @returns {Panel[]} */
const ofDeliveries = () => [
  {
    title: 'Attempts by outcome',
    unit: 'ops',
    series: [['{{outcome}}', rate('porchlight_notifier_attempts_total', 'outcome')]],
  },
  {
    title: 'From the change to the first attempt',
    unit: 's',
    series: [
      ['half', quantile(0.5, 'porchlight_notifier_first_attempt_seconds', [])],
      ['19 of 20', quantile(0.95, 'porchlight_notifier_first_attempt_seconds', [])],
    ],
  },
  {
    title: 'Deliveries that are due',
    unit: 'short',
    series: [
      ['due', 'max(porchlight_notifier_due_deliveries)'],
      ['in memory', 'sum(porchlight_notifier_waiting_deliveries)'],
      ['under way', 'sum(porchlight_notifier_running_attempts)'],
    ],
  },
  {
    title: 'Age of the longest overdue',
    unit: 's',
    series: [['oldest', 'max(porchlight_notifier_oldest_due_seconds)']],
  },
  {
    title: 'Deliveries written',
    unit: 'ops',
    series: [['written', 'sum(rate(porchlight_notifier_deliveries_total[5m]))']],
  },
];

/** @returns {Panel} */
const ofMails = (own) => ({
  title: 'Mails',
  unit: 'ops',
  series: [['{{outcome}}', rate('porchlight_mails_total', 'outcome', own)]],
});

/** @returns {Panel[]} */
const ofProcess = (own) => [
  { title: 'Processor', unit: 'percentunit', series: [['{{instance}}', `rate(process_cpu_seconds_total${own}[5m])`]] },
  {
    title: 'Event loop: share busy',
    unit: 'percentunit',
    series: [['{{instance}}', `nodejs_eventloop_utilization${own}`]],
  },
  { title: 'Event loop: lag', unit: 's', series: [['{{instance}}', `nodejs_eventloop_lag_seconds${own}`]] },
  {
    title: 'Memory',
    unit: 'bytes',
    series: [
      ['{{instance}} resident', `process_resident_memory_bytes${own}`],
      ['{{instance}} heap', `nodejs_heap_size_used_bytes${own}`],
    ],
  },
];

/** @returns {Panel[]} */
const ofAll = () => [
  ofRequests()[0],
  ofRequests()[4],
  {
    title: 'Calls that fail',
    unit: 'reqps',
    series: [
      [
        '{{service}} {{outcome}}',
        rate('porchlight_rpc_server_seconds_count', 'service, outcome', '{outcome=~"UNAVAILABLE|DEADLINE|INTERNAL"}'),
      ],
    ],
  },
  {
    title: 'Duration of calls, 19 of 20',
    unit: 's',
    series: [['{{service}}', quantile(0.95, 'porchlight_rpc_server_seconds', ['service'])]],
  },
  {
    title: 'Database: duration, 19 of 20',
    unit: 's',
    series: [['{{service}}', quantile(0.95, 'porchlight_store_seconds', ['service'])]],
  },
  {
    title: 'Outbox: age of the oldest',
    unit: 's',
    series: [['{{service}}', 'max by (service) (porchlight_outbox_oldest_seconds)']],
  },
  { title: 'Behind, messages', unit: 'short', series: [['{{group}}', 'sum by (group) (porchlight_bus_consumer_lag)']] },
  ...ofDeliveries().slice(0, 3),
  {
    title: 'Memory',
    unit: 'bytes',
    series: [['{{service}}', 'sum by (service) (process_resident_memory_bytes{job=~"porchlight.*"})']],
  },
  {
    title: 'Event loop: share busy',
    unit: 'percentunit',
    series: [['{{service}}', 'max by (service) (nodejs_eventloop_utilization{job=~"porchlight.*"})']],
  },
];

const COLUMNS = 2;
const HEIGHT = 8;
const SOURCE = { type: 'prometheus', uid: '${source}' };

/** @param {Panel[]} panels */
const dashboard = (name, panels) => ({
  uid: `porchlight-${name}`,
  title: `Porchlight: ${name}`,
  tags: ['porchlight'],
  schemaVersion: 39,
  refresh: '30s',
  time: { from: 'now-1h', to: 'now' },
  templating: { list: [{ name: 'source', label: 'Source', type: 'datasource', query: 'prometheus' }] },
  panels: panels.map(({ title, unit, series }, at) => ({
    id: at + 1,
    title,
    type: 'timeseries',
    datasource: SOURCE,
    gridPos: { x: (at % COLUMNS) * (24 / COLUMNS), y: Math.floor(at / COLUMNS) * HEIGHT, w: 24 / COLUMNS, h: HEIGHT },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: series.map(([legendFormat, expr], index) => ({
      refId: String.fromCharCode(65 + index),
      datasource: SOURCE,
      legendFormat,
      expr,
    })),
  })),
});

const formatSelector = (service) => `{service="${service}"}`;
const dashboards = {
  overview: ofAll(),
  gateway: [...ofRequests(), ...ofProcess(formatSelector('gateway'))],
  ...Object.fromEntries(
    BACKENDS.map((service) => {
      const own = formatSelector(service);
      const mails = ['auth', 'marketing', 'notifier'].includes(service) ? [ofMails(own)] : [];
      return [
        service,
        [...(service === 'notifier' ? ofDeliveries() : []), ...mails, ...ofBackend(own), ...ofProcess(own)],
      ];
    }),
  ),
};

/** JSON without spaces, one line for each panel. */
const compact = ({ panels, ...rest }) => {
  const lines = panels.map((panel) => JSON.stringify(panel)).join(',\n');
  return `${JSON.stringify(rest).slice(0, -1)},"panels":[\n${lines}\n]}\n`;
};

const check = process.argv.includes('--check');
for (const [name, panels] of Object.entries(dashboards)) {
  const file = join(FOLDER, `${name}.json`);
  const text = compact(dashboard(name, panels));
  if (!check) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`${name}.json is not what make-dashboards.mjs writes.`);
    process.exitCode = 1;
  }
}
