import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { FLOW_LABELS, formatDuration, STEP_LABELS, WAIT_EVENTS, type StepValues } from './step-values';

/** Templates that one request reads. */
const PAGE = 100;

interface TemplateChoices {
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  /** The name of a template; empty until it is read. */
  templateName(id: string): string;
}

/** All templates that a step may send, by name. */
export const useTemplates = (): TemplateChoices => {
  const { rows, pending, hasMore, loadingMore, loadMore } = useCollection(['templates'], porchlight.templates.list, {
    limit: PAGE,
    fields: ['id', 'name'],
  });
  useEffect(() => {
    if (hasMore && !loadingMore) loadMore();
  });
  const choices = rows.map(({ id, name }) => ({ value: String(id), label: name ?? '' }));
  // Templates that are not shared are visible to their author and the owner only.
  const unknown = pending || hasMore ? '' : t`a template of another user`;
  return { choices, templateName: (id) => choices.find(({ value }) => value === id)?.label ?? unknown };
};

/** What a step does, in a few words. */
export const summarizeStep = (step: StepValues, templateName: (id: string) => string): string => {
  const details: Readonly<Record<string, string>> = {
    createTask: step.taskName,
    sendEmail: step.templateId && templateName(step.templateId),
    addTags: step.tags.join(', '),
    changeStage: step.stage,
    addNote: step.noteSubject || step.noteBody.slice(0, 40),
    waitFor: t`${WAIT_EVENTS[step.event] ?? step.event}, at most ${formatDuration(step.timeout)}`,
    branch: Object.values(step.conditions).flat().join(', '),
  };
  const label = STEP_LABELS[step.type] ?? FLOW_LABELS[step.type] ?? step.type;
  return [label, details[step.type]].filter(Boolean).join(': ');
};

/** When a step runs, in a few words. */
export const summarizeDelay = ({ delay }: Pick<StepValues, 'delay'>): string =>
  Number(delay.value) > 0 ? t`after ${formatDuration(delay)}` : t`at once`;
