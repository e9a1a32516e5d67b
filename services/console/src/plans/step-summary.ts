import { t } from '@lingui/core/macro';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { FLOW_LABELS, formatDuration, STEP_LABELS, WAIT_EVENTS, type StepValues } from './step-values';

/** Templates that a step can choose from. */
const MAX_TEMPLATES = 100;

/** The templates that a step may send. */
export const useTemplateChoices = () => {
  const { rows } = useCollection(['templates'], porchlight.templates.list, {
    limit: MAX_TEMPLATES,
    fields: ['id', 'name'],
  });
  return rows.map(({ id, name }) => ({ value: String(id), label: name ?? '' }));
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
