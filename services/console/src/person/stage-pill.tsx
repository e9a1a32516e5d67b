import { t } from '@lingui/core/macro';
import type { Schemas } from '@porchlight/sdk';
import { porchlight } from '../api/porchlight';
import { useAnnounce } from '../components/announcements';
import { PillMenu } from '../components/pill-menu';
import { StageDot } from '../people/stage-dot';
import { useStages } from '../people/use-stages';
import { usePersonEdit } from './person-edit';

/** The stage of a person: two clicks change it, and it can be undone. */
export const StagePill = ({ person }: { readonly person: Schemas['Person'] }) => {
  const { id, stage, stageId } = person;
  const stages = useStages();
  const { edit } = usePersonEdit();
  const announce = useAnnounce();
  const choose = (next: string): void =>
    edit({ stage: next }, person, () =>
      announce({
        text: t`Stage is now ${next}.`,
        undo: stage ? () => porchlight.people.update(id, { stage }) : undefined,
        subjects: ['people'],
      }),
    );
  return (
    <PillMenu
      label={t`Stage`}
      text={stage ?? t`No stage`}
      icon={<StageDot stageId={stageId} />}
      value={stage ?? undefined}
      choices={stages.map(({ id: choice, name }) => ({
        value: name ?? '',
        label: name ?? '',
        icon: <StageDot stageId={choice} />,
      }))}
      choose={choose}
    />
  );
};
