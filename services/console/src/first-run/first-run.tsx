import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '../components/card';
import { ChangeButton } from '../components/change-button';
import { usePermissions, useSession } from '../session/session';
import styles from './first-run.module.css';
import { addSampleLeads, removeSampleLeads } from './sample-leads';
import { useFirstRun, type FirstRun as Progress } from './use-first-run';

const SUBJECTS = ['people', 'receivedLeads'];

/** Leads a new owner or broker by the hand: a source, the team, lead flow, sample data. Shown until done or hidden. */
export const FirstRun = () => {
  const { isAdmin } = usePermissions();
  return isAdmin ? <Steps /> : null;
};

const Steps = () => {
  const progress = useFirstRun();
  const { isRead, hasSource, hasTeam, hasLeadFlow, samples, isHidden, hide } = progress;
  const steps = [hasSource, hasTeam, hasLeadFlow];
  const done = steps.filter(Boolean).length;
  if (!isRead || isHidden || (done === steps.length && samples === 0)) return null;
  return (
    <Card
      title={t`Set up your account`}
      aside={
        <Button size="compact-sm" variant="subtle" aria-label={t`Hide the setup`} onClick={hide}>
          <Trans>Hide</Trans>
        </Button>
      }
    >
      <Text size="sm" c="dimmed" mb="sm">{t`${done} of ${steps.length} steps are done.`}</Text>
      <ol className={styles.steps}>
        <Step nth={1} title={t`Connect a source of leads`} isDone={hasSource}>
          <p>
            <Trans>
              Leads from your website or a portal arrive by the API. People that you have already come from a file.
            </Trans>
          </p>
          <Trans>
            <Link to="/api-keys">Create an API key</Link>, <a href="/docs">send a lead</a> or{' '}
            <Link to="/people/import">import people</Link>
          </Trans>
        </Step>
        <Step nth={2} title={t`Invite your team`} isDone={hasTeam}>
          <p>
            <Trans>Agents get leads, tasks and notifications of their own.</Trans>
          </p>
          <Link to="/users">
            <Trans>Invite users</Trans>
          </Link>
        </Step>
        <Step nth={3} title={t`Choose who gets leads`} isDone={hasLeadFlow}>
          <p>
            <Trans>
              Rules assign each lead by its source, price or place. Without rules a lead waits until you assign it.
            </Trans>
          </p>
          <Link to="/settings/lead-flow">
            <Trans>Open lead flow</Trans>
          </Link>
        </Step>
        <SampleStep samples={samples} />
      </ol>
    </Card>
  );
};

interface StepProps {
  readonly nth: number;
  readonly title: string;
  readonly isDone: boolean;
  readonly children: ReactNode;
}

const Step = ({ nth, title, isDone, children }: StepProps) => (
  <li className={styles.step}>
    <span className={`${styles.mark} ${isDone ? styles.done : ''}`} aria-hidden>
      {isDone ? '✓' : nth}
    </span>
    <div className={styles.text}>
      <Text fw={600} component="h3" size="sm" m={0}>
        {title}
        {isDone && (
          <VisuallyHidden>
            {' '}
            <Trans>(done)</Trans>
          </VisuallyHidden>
        )}
      </Text>
      {children}
    </div>
  </li>
);

/** Adds sample leads to the account, and removes them again. */
const SampleStep = ({ samples }: Pick<Progress, 'samples'>) => {
  const { user } = useSession();
  return (
    <Step nth={4} title={t`Look around with sample leads`} isDone={samples > 0}>
      <p>
        {samples > 0
          ? plural(samples, {
              one: '# person has the tag Sample and is assigned to you.',
              other: '# people have the tag Sample. They are assigned to you.',
            })
          : t`Five invented people with inquiries, assigned to you. You can remove them at any time.`}
      </p>
      {samples > 0 ? (
        <ChangeButton label={t`Remove sample leads`} act={removeSampleLeads} subjects={SUBJECTS} />
      ) : (
        <ChangeButton label={t`Add sample leads`} act={() => addSampleLeads(user.id)} subjects={SUBJECTS} />
      )}
    </Step>
  );
};
