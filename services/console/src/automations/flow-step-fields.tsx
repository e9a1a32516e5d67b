import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { NativeSelect, Stack, Text } from '@mantine/core';
import { DurationInput } from '../plans/duration-input';
import { StepList } from '../plans/step-list';
import { FLOW_LABELS, WAIT_EVENTS, type StepValues } from '../plans/step-values';
import { ConditionsBar } from './conditions-bar';
import styles from './automation-page.module.css';

/** Branches inside branches; the API refuses more. */
const MAX_BRANCHES = 5;

interface Props {
  readonly label: string;
  readonly steps: readonly StepValues[];
  onChange(steps: readonly StepValues[]): void;
  readonly problems: Readonly<Record<string, string>>;
  /** Branches around these steps. */
  readonly level?: number;
}

/** The steps of an automation: those of plans, waits and branches. */
export const FlowStepList = ({ label, steps, onChange, problems, level = 0 }: Props) => {
  const { branch, ...waits } = FLOW_LABELS;
  return (
    <StepList
      label={label}
      steps={steps}
      onChange={onChange}
      problems={problems}
      moreTypes={level < MAX_BRANCHES && branch ? { ...waits, branch } : waits}
      renderMore={(step, set) =>
        step.type === 'waitFor' ? (
          <WaitFields step={step} set={set} />
        ) : (
          <BranchFields label={label} step={step} set={set} problems={problems} level={level} />
        )
      }
    />
  );
};

interface FieldProps {
  readonly step: StepValues;
  set(change: Partial<StepValues>): void;
}

const WaitFields = ({ step, set }: FieldProps) => (
  <>
    <NativeSelect
      label={t`Wait for`}
      data={Object.entries(WAIT_EVENTS).map(([value, label]) => ({ value, label }))}
      value={step.event}
      onChange={({ currentTarget }) => set({ event: currentTarget.value })}
    />
    <DurationInput label={t`Longest wait`} value={step.timeout} onChange={(timeout) => set({ timeout })} />
  </>
);

const BranchFields = ({
  label,
  step,
  set,
  problems,
  level,
}: FieldProps & Required<Pick<Props, 'label' | 'problems' | 'level'>>) => (
  <Stack gap="sm">
    <Text size="sm" fw={600}>
      <Trans>If the person matches</Trans>
    </Text>
    <ConditionsBar conditions={step.conditions} onChange={(conditions) => set({ conditions })} />
    {(['then', 'else'] as const).map((side) => (
      <div key={side} className={styles.branch}>
        <Text size="sm" fw={600} mb={4}>
          {side === 'then' ? t`Then` : t`Else`}
        </Text>
        <FlowStepList
          label={`${label}, ${side}`}
          steps={step[side]}
          onChange={(steps) => set({ [side]: steps })}
          problems={problems}
          level={level + 1}
        />
      </div>
    ))}
  </Stack>
);
