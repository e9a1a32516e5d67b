import { Link } from 'react-router';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable, fromQuery } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { PageFrame } from '../components/page-frame';
import { Section } from '../components/section';
import { StatusBadge } from '../components/status-badge';

/** How often the figures are read again, ms. */
const POLL_MS = 5_000;

const NAMES: Readonly<Record<string, string>> = {
  global: 'All requests',
  notes: 'Notes',
  'PUT.people': 'Changing people',
  events: 'Reading events',
  'POST.events': 'Sending leads',
};

/** A number of requests; without one there is no limit. */
const format = (count: number | null): string => (count === null ? 'No limit' : count.toLocaleString());

/** The rate limits with the requests of the present window, and when each system was last used. */
export default function UsagePage() {
  const usage = useRecord(['rateLimit'], (options) => porchlight.rateLimit.usage(undefined, options), {
    everyMs: POLL_MS,
  });
  const systems = useRecord(['systems'], (options) => porchlight.systems.list(undefined, options));
  return (
    <PageFrame
      title="Usage"
      about="How many requests a system may send. A request above a limit returns 429 with the time to wait. A program reads its own figures in the headers X-RateLimit-Limit and X-RateLimit-Remaining."
    >
      <Section title="Limits, and what these pages use of them">
        <DataTable
          caption="Rate limits"
          list={fromQuery(usage, (data) => data.usage.contexts)}
          rowKey={({ context }) => context}
          empty="No limits."
          columns={[
            { title: 'Requests', show: ({ context }) => NAMES[context] ?? context },
            { title: 'Name in the API', show: ({ context }) => <code>{context}</code> },
            {
              title: 'Limit',
              show: ({ limit, window }) => (limit === null ? 'No limit' : `${format(limit)} in ${window} s`),
            },
            { title: 'Used now', show: ({ used }) => (used === null ? '' : used.toLocaleString()) },
            { title: 'Remaining', show: ({ remaining }) => format(remaining) },
          ]}
        />
      </Section>
      <Section title="Systems">
        <DataTable
          caption="Systems by last use"
          list={fromQuery(systems, (data) => data.systems)}
          empty={
            <>
              No systems yet. Register one at <Link to="/systems">Systems</Link> to get higher limits.
            </>
          }
          columns={[
            { title: 'System', show: ({ id, name }) => <Link to={`/systems/${id}`}>{name}</Link> },
            { title: 'Last request', show: ({ lastUsed }) => <DateTime at={lastUsed} /> },
            {
              title: 'Status',
              whole: true,
              show: ({ disabled }) => <StatusBadge status={disabled ? 'Disabled' : 'Active'} />,
            },
          ]}
        />
      </Section>
    </PageFrame>
  );
}
