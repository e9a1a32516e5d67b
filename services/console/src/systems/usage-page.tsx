import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router';
import { useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { DataTable, fromQuery } from '../components/data-table';
import { DateTime } from '../components/date-time';
import { ErrorText } from '../components/error-alert';
import { formatCount } from '../components/format-count';
import { PageFrame } from '../components/page-frame';
import { Section } from '../components/section';
import { StatusBadge } from '../components/status-badge';

/** How often the figures are read again, ms. */
const POLL_MS = 5_000;

const NAMES: Readonly<Record<string, string>> = {
  global: t`All requests`,
  notes: t`Notes`,
  'PUT.people': t`Changing people`,
  events: t`Reading events`,
  'POST.events': t`Sending leads`,
};

/** The rate limits with the requests of the present window, and when each system was last used. */
export default function UsagePage() {
  const limits = useRecord(['rateLimit', 'limits'], (options) => porchlight.rateLimit.limits(undefined, options));
  const usage = useRecord(['rateLimit', 'usage'], (options) => porchlight.rateLimit.usage(undefined, options), {
    everyMs: POLL_MS,
  });
  const usedBy = new Map(usage.data?.usage.contexts.map((one) => [one.context, one]));
  const systems = useRecord(['systems'], (options) => porchlight.systems.list(undefined, options));
  return (
    <PageFrame
      title={t`Usage`}
      about={t`How many requests a system may send. A request above a limit returns 429 with the time to wait. A program reads its own figures in the headers X-RateLimit-Limit and X-RateLimit-Remaining.`}
    >
      <Section title={t`Limits of each system, and what these pages use of them`}>
        <DataTable
          caption={t`Rate limits`}
          list={fromQuery(limits, (data) => data.limits)}
          rowKey={({ context }) => context}
          empty={t`No limits.`}
          columns={[
            { title: t`Requests`, show: ({ context }) => NAMES[context] ?? context },
            { title: t`Name in the API`, show: ({ context }) => <code>{context}</code> },
            {
              title: t`Limit`,
              show: ({ limit, window }) => (limit === null ? t`No limit` : t`${formatCount(limit)} in ${window} s`),
            },
            { title: t`Used now`, show: ({ context }) => formatCount(usedBy.get(context)?.used) },
            {
              title: t`Remaining`,
              show: ({ context, limit }) =>
                limit === null ? t`No limit` : formatCount(usedBy.get(context)?.remaining),
            },
          ]}
        />
        <ErrorText error={usage.error} />
      </Section>
      <Section title={t`Systems`}>
        <DataTable
          caption={t`Systems by last use`}
          list={fromQuery(systems, (data) => data.systems)}
          empty={
            <>
              <Trans>
                No systems yet. Register one at <Link to="/systems">Systems</Link> to get higher limits.
              </Trans>
            </>
          }
          columns={[
            { title: t`System`, show: ({ id, name }) => <Link to={`/systems/${id}`}>{name}</Link> },
            { title: t`Last request`, show: ({ lastUsed }) => <DateTime at={lastUsed} /> },
            {
              title: t`Status`,
              whole: true,
              plain: true,
              show: ({ disabled }) => <StatusBadge status={disabled ? 'Disabled' : 'Active'} />,
            },
          ]}
        />
      </Section>
    </PageFrame>
  );
}
