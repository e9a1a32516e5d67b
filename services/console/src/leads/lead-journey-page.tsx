import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Paper, Text } from '@mantine/core';
import IconArrowsSplit from '@tabler/icons-react/icons/IconArrowsSplit';
import IconBell from '@tabler/icons-react/icons/IconBell';
import IconBolt from '@tabler/icons-react/icons/IconBolt';
import IconListDetails from '@tabler/icons-react/icons/IconListDetails';
import IconUser from '@tabler/icons-react/icons/IconUser';
import IconUserCheck from '@tabler/icons-react/icons/IconUserCheck';
import IconWebhook from '@tabler/icons-react/icons/IconWebhook';
import type { OperationResult } from '@porchlight/sdk';
import { Link, useParams } from 'react-router';
import { useRecord } from '../api/hooks';
import { useNames } from '../api/names';
import { porchlight } from '../api/porchlight';
import { DateTime } from '../components/date-time';
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import timelineStyles from '../components/timeline.module.css';
import { usePermissions } from '../session/session';
import { describeStep, type JourneyNames, type JourneyStep } from './describe-step';

/** How often the journey is read again, ms: a step is visible 5 s after it happened. */
const REFRESH_MS = 5_000;

const ICONS = {
  received: IconBolt,
  matched: IconUser,
  routed: IconArrowsSplit,
  assigned: IconUserCheck,
  notified: IconBell,
  planStarted: IconListDetails,
  webhook: IconWebhook,
} as const;

/** The parts of the journey that are missing if a service does not answer. */
const MISSING: Readonly<Record<string, string>> = {
  notifier: t`notifications and webhooks`,
  marketing: t`action plans`,
};

const useJourneyNames = (): JourneyNames => ({
  user: useNames('users', t`user`, porchlight.users.list),
  group: useNames('groups', t`group`, porchlight.groups.list),
  pond: useNames('ponds', t`pond`, porchlight.ponds.list),
  rule: useNames('leadFlows', t`Rule`, porchlight.leadFlows.list),
  plan: useNames('actionPlans', t`plan`, porchlight.actionPlans.list),
});

/** What happened to a lead, in order: why it went where it went (D13.9). */
export default function LeadJourneyPage() {
  const eventId = Number(useParams()['id']);
  const { isAdmin } = usePermissions();
  const journey = useRecord(
    ['events', eventId, 'journey'],
    (options) => porchlight.events.journey(eventId, undefined, options),
    {
      everyMs: REFRESH_MS,
    },
  );
  return (
    <PageFrame
      title={t`Journey of the lead`}
      about={t`Each step from the request of the sender to the notifications and webhooks.`}
    >
      {isAdmin && (
        <Link to="/leads">
          <Trans>All leads</Trans>
        </Link>
      )}
      <QueryResult query={journey} what={t`the journey`}>
        {(data) => <Journey journey={data} />}
      </QueryResult>
    </PageFrame>
  );
}

const Journey = ({ journey }: { readonly journey: OperationResult<'people.events.journey'> }) => {
  const names = useJourneyNames();
  const { steps, incomplete } = journey;
  return (
    <>
      {incomplete.length > 0 && (
        <Alert color="yellow" title={t`Some steps are missing`}>
          {t`The following cannot be read at the moment: ${incomplete.map((service) => MISSING[service] ?? service).join(', ')}.`}
        </Alert>
      )}
      <Paper withBorder px="md" py="xs">
        <ol className={timelineStyles.timeline} aria-label={t`Steps`}>
          {steps.map((step, nth) => (
            <Step key={`${step.step}/${step.at}/${nth}`} step={step} names={names} />
          ))}
        </ol>
      </Paper>
    </>
  );
};

const Step = ({ step, names }: { readonly step: JourneyStep; readonly names: JourneyNames }) => {
  const { title, lines, link } = describeStep(step, names);
  const Icon = ICONS[step.step];
  return (
    <li className={timelineStyles.entry}>
      <span className={timelineStyles.icon}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </span>
      <div className={timelineStyles.body}>
        <div className={timelineStyles.head}>
          <strong>{title}</strong>
          <Text component="span" size="xs" c="dimmed">
            <DateTime at={step.at} />
          </Text>
        </div>
        {lines.map((line) => (
          <Text key={line} size="sm" className={timelineStyles.text}>
            {line}
          </Text>
        ))}
        {link && <Link to={link.to}>{link.label}</Link>}
      </div>
    </li>
  );
};
