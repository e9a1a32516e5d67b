import { t } from '@lingui/core/macro';
import { Modal, Text } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { ChangeButton } from '../components/change-button';
import { DateTime, formatTimesIn } from '../components/date-time';
import { FLOW_LABELS, STEP_LABELS } from '../plans/step-values';
import styles from './automation-page.module.css';

type LogLine = NonNullable<Schemas['AutomationRun']['log']>[number];

/** The place of a step for people: `steps[1].then[0]` is `Step 2, then 1`. */
export const formatStepPath = (path: string | null | undefined): string =>
  path
    ? path
        .split('.')
        .map((part) => part.replace(/^(\w+)\[(\d+)\]$/, (_, name: string, at: string) => `${name} ${Number(at) + 1}`))
        .join(', ')
        .replace(/^steps/, t`Step`)
    : '';

const isFailed = ({ mailStatus, text }: LogLine): boolean =>
  mailStatus === 'NotSent' || mailStatus === 'Unknown' || /^(Failed|Not |Stopped|Paused, because)/.test(text ?? '');

interface Props {
  readonly run: Schemas['AutomationRun'];
  readonly name: string;
  onClose(): void;
}

/** What a run did for a person, oldest first. */
export const RunLog = ({ run, name, onClose }: Props) => (
  <Modal opened onClose={onClose} title={t`Log of ${name}`} size="lg" closeButtonProps={{ 'aria-label': t`Close` }}>
    <ol className={styles.log}>
      {(run.log ?? []).map((line, index) => (
        <li key={index} data-failed={isFailed(line) || undefined}>
          <Text size="sm">{formatTimesIn(line.text ?? '')}</Text>
          <Text size="xs" c="dimmed">
            <DateTime at={line.at} />
            {[formatStepPath(line.step), STEP_LABELS[line.type ?? ''] ?? FLOW_LABELS[line.type ?? ''] ?? line.type]
              .filter(Boolean)
              .map((text) => ` · ${text}`)
              .join('')}
          </Text>
          {line.canRetry && line.step && (
            <ChangeButton
              label={t`Retry`}
              name={t`Retry ${formatStepPath(line.step)}`}
              act={() => porchlight.automationsPeople.retry(run.id, { step: line.step! })}
              subjects={['automationsPeople']}
            />
          )}
        </li>
      ))}
    </ol>
  </Modal>
);
