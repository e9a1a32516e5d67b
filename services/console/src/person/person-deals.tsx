import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Text } from '@mantine/core';
import type { Schemas } from '@porchlight/sdk';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import type { Day } from '../appointments/zoned-time';
import { Card } from '../components/card';
import { formatPrice } from '../components/format-price';
import { ListStates } from '../components/list-states';
import { NewDealDialog } from '../deals/new-deal-dialog';
import { usePipelines } from '../deals/use-pipelines';
import { formatDay } from '../tasks/due-day';
import { useToday } from '../tasks/use-today';
import styles from './person-page.module.css';

type Deal = Schemas['Deal'];

/** Formats price, stage and expected day of closing, as far as they are known. */
const describeDeal = ({ price, projectedCloseDate }: Deal, stage: string | undefined, today: Day): string =>
  [price && formatPrice(price), stage, projectedCloseDate && t`closes ${formatDay(projectedCloseDate, today)}`]
    .filter(Boolean)
    .join(' · ');

/** The deals of a person. */
export const PersonDeals = ({ person }: { readonly person: Schemas['Person'] }) => {
  const deals = useCollection(['deals'], porchlight.deals.list, { personId: person.id });
  const { stageName } = usePipelines();
  const { today } = useToday();
  const [creating, setCreating] = useState(false);
  return (
    <Card
      title={t`Deals`}
      aside={
        <Button size="compact-sm" variant="subtle" aria-haspopup="dialog" onClick={() => setCreating(true)}>
          <Trans>Add deal</Trans>
        </Button>
      }
    >
      <ListStates what={t`deals`} list={deals} empty={t`No deals.`}>
        <ul className={styles.deals}>
          {deals.rows.map((deal) => (
            <li key={deal.id}>
              <Link to={`/deals/${deal.id}`}>{deal.name}</Link>
              <Text size="xs" c="dimmed">
                {describeDeal(deal, stageName(deal.stageId), today)}
              </Text>
            </li>
          ))}
        </ul>
      </ListStates>
      {creating && (
        <NewDealDialog person={{ id: person.id, name: person.name ?? '' }} onClose={() => setCreating(false)} />
      )}
    </Card>
  );
};
