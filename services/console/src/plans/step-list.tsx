import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ActionIcon, Button, Menu, Stack, Text, UnstyledButton } from '@mantine/core';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import IconX from '@tabler/icons-react/icons/IconX';
import { useState, type ReactNode } from 'react';
import { SortableList } from '../components/sortable-list';
import { StepFields } from './step-fields';
import { summarizeDelay, summarizeStep, useTemplates } from './step-summary';
import { createStep, STEP_LABELS, type StepValues } from './step-values';
import styles from './step-list.module.css';

interface Props {
  readonly label: string;
  readonly steps: readonly StepValues[];
  onChange(steps: readonly StepValues[]): void;
  /** What to fix in a step, by its key. */
  readonly problems: Readonly<Record<string, string>>;
  /** Further types of steps. */
  readonly moreTypes?: Readonly<Record<string, string>>;
  /** The fields of further types; undefined for a type of every plan. */
  renderMore?(step: StepValues, set: (change: Partial<StepValues>) => void): ReactNode;
}

const reorder = <T,>(items: readonly T[], from: number, to: number): T[] => {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), items[from]!, ...rest.slice(to)];
};

/** Steps in their order: add, edit, move, remove. */
export const StepList = ({ label, steps, onChange, problems, moreTypes = {}, renderMore }: Props) => {
  const [openKeys, setOpenKeys] = useState<ReadonlySet<string>>(new Set());
  const { templateName } = useTemplates();
  const toggle = (key: string): void => {
    const next = new Set(openKeys);
    if (!next.delete(key)) next.add(key);
    setOpenKeys(next);
  };
  const add = (type: string): void => {
    const step = createStep(type);
    onChange([...steps, step]);
    toggle(step.key);
  };
  return (
    <Stack gap="sm">
      <SortableList
        label={label}
        items={steps}
        name={(step) => summarizeStep(step, templateName)}
        move={(from, to) => onChange(reorder(steps, from, to))}
      >
        {(step, index, handle) => {
          const summary = summarizeStep(step, templateName);
          const set = (change: Partial<StepValues>): void =>
            onChange(steps.map((one) => (one.key === step.key ? { ...one, ...change } : one)));
          const isOpen = openKeys.has(step.key) || problems[step.key] !== undefined;
          return (
            <div>
              <div className={styles.head}>
                {handle}
                <UnstyledButton className={styles.title} aria-expanded={isOpen} onClick={() => toggle(step.key)}>
                  <span className={styles.number}>{index + 1}</span>
                  <span className={styles.text}>
                    {summary}
                    <Text component="span" size="xs" c="dimmed" display="block">
                      {step.type in STEP_LABELS ? summarizeDelay(step) : ''}
                    </Text>
                  </span>
                </UnstyledButton>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size="lg"
                  aria-label={t`Remove step ${index + 1}`}
                  onClick={() => onChange(steps.filter(({ key }) => key !== step.key))}
                >
                  <IconX size={18} stroke={1.75} />
                </ActionIcon>
              </div>
              {isOpen && (
                <Stack gap="sm" className={styles.fields} role="group" aria-label={t`Step ${index + 1}`}>
                  {step.type in STEP_LABELS ? <StepFields step={step} set={set} /> : renderMore?.(step, set)}
                  {problems[step.key] !== undefined && (
                    <Text size="sm" c="var(--mantine-color-error)" role="alert">
                      {problems[step.key]}
                    </Text>
                  )}
                </Stack>
              )}
            </div>
          );
        }}
      </SortableList>
      {steps.length === 0 && (
        <Text c="dimmed">
          <Trans>No steps yet.</Trans>
        </Text>
      )}
      <div>
        <Menu position="bottom-start" returnFocus={false}>
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={t`Add step to ${label.toLowerCase()}`}
              leftSection={<IconPlus size={16} stroke={1.75} aria-hidden />}
            >
              <Trans>Add step</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {Object.entries({ ...STEP_LABELS, ...moreTypes }).map(([type, name]) => (
              <Menu.Item key={type} onClick={() => add(type)}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
    </Stack>
  );
};
