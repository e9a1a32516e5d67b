import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { now } from '../components/current-time';
import { PageFrame } from '../components/page-frame';
import { FirstRun } from '../first-run/first-run';
import { FirstSteps } from '../first-run/first-steps';
import { usePermissions, useSession } from '../session/session';
import { ClosingDeals } from './closing-deals';
import { TodayTasks } from './today-tasks';
import { UnansweredPeople } from './unanswered-people';
import { UnclaimedLeads } from './unclaimed-leads';
import { useTodayCounts } from './use-today-counts';
import styles from './today-page.module.css';

const NOON = 12;
const EVENING = 18;

const greet = (hour: number, name: string): string =>
  hour < NOON ? t`Good morning, ${name}.` : hour < EVENING ? t`Good afternoon, ${name}.` : t`Good evening, ${name}.`;

/** Today: what waits for the user, most urgent first. */
export default function TodayPage() {
  const { user } = useSession();
  const { seesDeals, isAdmin } = usePermissions();
  const { text, isEmpty } = useTodayCounts();
  const [firstName = ''] = user.name.split(' ');
  return (
    <PageFrame title={t`Today`}>
      <Text size="lg">
        <strong>{greet(new Date(now()).getHours(), firstName)}</strong> {text}
      </Text>
      <FirstRun />
      {isEmpty && !isAdmin && <FirstSteps />}
      <div className={styles.cards}>
        <UnclaimedLeads />
        <TodayTasks />
        <UnansweredPeople />
        {seesDeals && <ClosingDeals />}
      </div>
    </PageFrame>
  );
}
