import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { Schemas } from '@porchlight/sdk';
import { Link, useNavigate, useParams } from 'react-router';
import { useCollection, useRecord } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { useEdit, type EditApi } from '../api/use-edit';
import { PeopleAppointments } from '../appointments/people-appointments';
import { DealAttachments } from '../attachments/attachments-card';
import { Card } from '../components/card';
import { ConfirmButton } from '../components/confirm-button';
import { ConflictDialog } from '../components/conflict-dialog';
import { ErrorAlert } from '../components/error-alert';
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { useFilledFields, type DetailField } from '../components/use-filled-fields';
import { toValueKind, ValueField, type ValueKind } from '../components/value-field';
import { DealMembers } from './deal-members';
import { DealStage } from './deal-stage';
import styles from './deal-page.module.css';

type Deal = Schemas['Deal'];
type DealChange = Schemas['DealChange'];

/** Custom fields are not in the default response. */
const ALL_FIELDS = { fields: ['allFields'] };
const MAX_CUSTOM_FIELDS = 100;

const NUMBER: ValueKind = { type: 'number' };
const DATE: ValueKind = { type: 'date' };
/** The fields of every deal. */
const FIELDS: readonly DetailField[] = [
  { name: 'name', label: t`Name`, kind: { type: 'text' }, always: true },
  { name: 'price', label: t`Price`, kind: NUMBER, always: true },
  { name: 'projectedCloseDate', label: t`Expected closing`, kind: DATE, always: true },
  { name: 'description', label: t`Description`, kind: { type: 'long' } },
  { name: 'commissionValue', label: t`Commission`, kind: NUMBER },
  { name: 'agentCommission', label: t`Commission of the agent`, kind: NUMBER },
  { name: 'teamCommission', label: t`Commission of the team`, kind: NUMBER },
  { name: 'mutualAcceptanceDate', label: t`Mutual acceptance`, kind: DATE },
  { name: 'earnestMoneyDueDate', label: t`Earnest money due`, kind: DATE },
  { name: 'dueDiligenceDate', label: t`Due diligence`, kind: DATE },
  { name: 'finalWalkThroughDate', label: t`Final walk-through`, kind: DATE },
  { name: 'possessionDate', label: t`Possession`, kind: DATE },
];

const API: EditApi<Deal, DealChange> = {
  subject: 'deals',
  get: (id) => porchlight.deals.get(id, ALL_FIELDS),
  update: (id, change, options) => porchlight.deals.update(id, change, undefined, options),
  label: (name) => FIELDS.find((field) => field.name === name)?.label ?? name,
};

/** One deal: stage, people, users, and every field edited in its place. */
export default function DealPage() {
  const id = Number(useParams()['id']);
  const deal = useRecord(['deals', id], (options) => porchlight.deals.get(id, ALL_FIELDS, options));
  return (
    <PageFrame title={deal.data?.name ?? t`Deal`} actions={deal.data && <DeleteDeal deal={deal.data} />}>
      <Link to="/deals">
        <Trans>All deals</Trans>
      </Link>
      <QueryResult query={deal} what={t`the deal`}>
        {(data) => <DealDetails deal={data} />}
      </QueryResult>
    </PageFrame>
  );
}

const DealDetails = ({ deal }: { readonly deal: Deal }) => {
  const { edit, isPending, error, conflict, endConflict } = useEdit(API);
  const custom = useCollection(['dealCustomFields'], porchlight.dealCustomFields.list, {
    limit: MAX_CUSTOM_FIELDS,
    sort: 'orderWeight',
  });
  const { visible, button } = useFilledFields(deal, [
    ...FIELDS,
    ...custom.rows.map((field) => ({ name: field.name ?? '', label: field.label ?? '', kind: toValueKind(field) })),
  ]);
  const people = (deal.people ?? []).flatMap(({ id, name }) => (id ? [{ id, name: name ?? '' }] : []));
  const editing = {
    edit: (change: DealChange, base: Deal, onSuccess: () => void) => edit({ change, base }, { onSuccess }),
    isPending,
    error,
  };
  return (
    <>
      <ErrorAlert error={error} />
      <DealStage deal={deal} choose={(change) => edit({ change, base: deal })} />
      <div className={styles.columns}>
        <Card title={t`Details`}>
          <dl className={styles.fields}>
            {visible.map((field) => (
              <ValueField key={field.name} record={deal} editing={editing} {...field} />
            ))}
          </dl>
          {button}
        </Card>
        <div className={styles.side}>
          <DealMembers deal={deal} save={(change) => edit({ change, base: deal })} />
          {people.length > 0 && <PeopleAppointments people={people} />}
          <DealAttachments dealId={deal.id} />
        </div>
      </div>
      {conflict && (
        <ConflictDialog
          error={conflict.error}
          onClose={endConflict}
          replace={() => {
            endConflict();
            conflict.replace();
          }}
        />
      )}
    </>
  );
};

const DeleteDeal = ({ deal: { id, name } }: { readonly deal: Deal }) => {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label={t`Delete`}
      name={t`Delete ${name ?? ''}`}
      title={t`Delete ${name ?? ''}?`}
      description={t`The deal is removed from the board. Its people stay.`}
      act={() => porchlight.deals.delete(id)}
      subjects={['deals']}
      onSuccess={() => void navigate('/deals', { replace: true })}
    />
  );
};
