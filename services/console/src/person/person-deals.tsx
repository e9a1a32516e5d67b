import { Text } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { LIVE_MS, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { PersonList } from './person-list';

/** Maximum number of pipelines whose stages the page names. */
const MAX_PIPELINES = 100;

/** Formats price, stage and expected day of closing, as far as they are known. */
const describeDeal = ({ price, projectedCloseDate }: Schemas['Deal'], stage: string | undefined): string =>
  [price?.toLocaleString(), stage, projectedCloseDate && `closes ${projectedCloseDate}`].filter(Boolean).join(' · ');

/** The deals of a person. */
export const PersonDeals = ({ personId }: { readonly personId: number }) => {
  const deals = useCollection(['deals'], porchlight.deals.list, { personId }, { everyMs: LIVE_MS });
  const pipelines = useCollection(['pipelines'], porchlight.pipelines.list, { limit: MAX_PIPELINES });
  const stages = new Map(pipelines.rows.flatMap(({ stages: all = [] }) => all.map(({ id, name }) => [id, name])));
  return (
    <PersonList title="Deals" list={deals} empty="No deals.">
      {(deal) => (
        <>
          <Text>{deal.name}</Text>
          <Text size="sm" c="dimmed">
            {describeDeal(deal, stages.get(deal.stageId ?? undefined))}
          </Text>
        </>
      )}
    </PersonList>
  );
};
