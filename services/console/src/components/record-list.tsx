import { t } from '@lingui/core/macro';
import { ActionIcon, Group } from '@mantine/core';
import type { UseFormInput, UseFormReturnType } from '@mantine/form';
import type { AnyPage, CallOptions } from '@porchlight/sdk';
import IconArrowDown from '@tabler/icons-react/icons/IconArrowDown';
import IconArrowUp from '@tabler/icons-react/icons/IconArrowUp';
import type { ReactNode } from 'react';
import { useChange, useCollection, type Collection } from '../api/hooks';
import { useSave, type RecordApi } from '../api/use-save';
import { ButtonRow } from './button-row';
import { DataTable } from './data-table';
import { DeleteDialog, type Removal } from './delete-dialog';
import { DialogButton } from './dialog-button';
import { ErrorText } from './error-alert';
import { FormDialog } from './form-dialog';
import { RowMenu } from './row-menu';
import type { Column } from './table-columns';

interface Listed {
  readonly id: number;
  readonly orderWeight?: number | null;
}

type Values = Record<string, unknown>;

/** One kind of records that users list, create, edit, order and delete. */
export interface RecordKind<R extends Listed, V extends Values, Body extends object> {
  /** The label of the button for a new record: `Create stage`. */
  readonly createLabel: string;
  /** The label of the button that deletes one: `Delete stage`. */
  readonly deleteLabel: string;
  /** Plural noun, the caption of the table: `Stages`. */
  readonly caption: string;
  readonly api: Omit<RecordApi<R, Body>, 'update'> & {
    list(query?: object, options?: CallOptions): PromiseLike<AnyPage>;
    create(body: Body): PromiseLike<R>;
    update(id: number, body: object, query?: undefined, options?: CallOptions): PromiseLike<R>;
  };
  /** The subject of the records, then others to read again after a change. */
  readonly subjects: readonly [string, ...string[]];
  readonly query: object;
  readonly empty: ReactNode;
  /** The same for users who cannot create one. */
  readonly emptyToRead?: ReactNode;
  readonly columns: readonly Column<R>[];
  readonly nameOf: (record: R) => string;
  /** The values of the form; without a record, those of a new one. */
  readonly toValues: (record?: R) => V;
  readonly validate?: UseFormInput<V>['validate'];
  readonly toBody: (values: V) => Body;
  /** The labels of the API fields, for the message about a conflict. */
  readonly labels: Readonly<Partial<Record<keyof Body, string>>>;
  /** The form field of each API field with another name. */
  readonly renamed?: Readonly<Record<string, string>>;
  readonly fields: (form: UseFormReturnType<V>, record?: R) => ReactNode;
  /** The order of the records is a setting. */
  readonly ordered?: boolean;
  /** A record that cannot be edited or deleted. */
  readonly isLocked?: (record: R) => boolean;
  readonly removal: (record: R, rows: readonly R[]) => Removal;
  /** The width of the dialog. */
  readonly size?: string;
  /** Shows what only the response to a create contains. */
  readonly onCreated?: (record: R) => void;
}

interface Props<R extends Listed, V extends Values, Body extends object> {
  readonly kind: RecordKind<R, V, Body>;
  readonly readOnly?: boolean;
}

/** The records of one kind with their editors. `CreateRecord` is the button for a new one. */
export const RecordList = <R extends Listed, V extends Values, Body extends object>({
  kind,
  readOnly = false,
}: Props<R, V, Body>) => {
  const list: Collection<R> = useCollection([kind.subjects[0]], kind.api.list, kind.query);
  return (
    <DataTable
      caption={kind.caption}
      list={list}
      empty={readOnly ? (kind.emptyToRead ?? kind.empty) : kind.empty}
      columns={kind.columns}
      actions={readOnly ? undefined : (record) => <RecordActions kind={kind} record={record} rows={list.rows} />}
    />
  );
};

interface ItemProps<R extends Listed, V extends Values, Body extends object> {
  readonly kind: RecordKind<R, V, Body>;
  readonly record: R;
  /** All records of the list, in its order. */
  readonly rows: readonly R[];
}

const RecordActions = <R extends Listed, V extends Values, Body extends object>({
  kind,
  record,
  rows,
}: ItemProps<R, V, Body>) => {
  const name = kind.nameOf(record);
  const isLocked = kind.isLocked?.(record) ?? false;
  return (
    <ButtonRow whole>
      {kind.ordered && <MoveButtons kind={kind} record={record} rows={rows} />}
      {!isLocked && (
        <>
          <DialogButton label={t`Edit`} name={t`Edit ${name}`} size="compact-sm" variant="default">
            {(close) => <EditDialog kind={kind} record={record} close={close} />}
          </DialogButton>
          <RowMenu
            name={name}
            actions={[
              {
                label: t`Delete`,
                destructive: true,
                dialog: (close) => (
                  <DeleteDialog
                    label={kind.deleteLabel}
                    name={name}
                    removal={kind.removal(record, rows)}
                    subjects={kind.subjects}
                    onClose={close}
                  />
                ),
              },
            ]}
          />
        </>
      )}
    </ButtonRow>
  );
};

/** Moves a record by one place: it takes the weight of its neighbor, and the API makes room. */
const MoveButtons = <R extends Listed, V extends Values, Body extends object>({
  kind,
  record,
  rows,
}: ItemProps<R, V, Body>) => {
  const move = useChange((orderWeight: number) => kind.api.update(record.id, { orderWeight }), kind.subjects[0]);
  const index = rows.indexOf(record);
  const name = kind.nameOf(record);
  const button = (label: string, Icon: typeof IconArrowUp, neighbor: R | undefined) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={26}
      aria-label={label}
      aria-disabled={neighbor === undefined || move.isPending}
      opacity={neighbor ? 1 : 0.3}
      onClick={() => !move.isPending && neighbor && move.mutate(neighbor.orderWeight ?? 0)}
    >
      <Icon size={18} stroke={1.75} />
    </ActionIcon>
  );
  return (
    <Group gap={0} wrap="nowrap">
      {button(t`Move ${name} up`, IconArrowUp, rows[index - 1])}
      {button(t`Move ${name} down`, IconArrowDown, rows[index + 1])}
      <ErrorText error={move.error} />
    </Group>
  );
};

/** A button that opens the form for a new record. */
export const CreateRecord = <R extends Listed, V extends Values, Body extends object>({
  kind,
  secondary,
}: {
  readonly kind: RecordKind<R, V, Body>;
  /** The page has another primary button. */
  readonly secondary?: boolean;
}) => (
  <div>
    <DialogButton label={kind.createLabel} variant={secondary ? 'default' : 'filled'}>
      {(close) => <CreateDialog kind={kind} close={close} />}
    </DialogButton>
  </div>
);

const CreateDialog = <R extends Listed, V extends Values, Body extends object>({
  kind,
  close,
}: {
  readonly kind: RecordKind<R, V, Body>;
  close(): void;
}) => (
  <FormDialog
    title={kind.createLabel}
    size={kind.size}
    draft={`${kind.subjects[0]}/new`}
    initialValues={kind.toValues()}
    validate={kind.validate}
    renamed={kind.renamed}
    change={useChange((values: V) => kind.api.create(kind.toBody(values)), ...kind.subjects)}
    onClose={close}
    onSuccess={kind.onCreated}
  >
    {(form) => kind.fields(form)}
  </FormDialog>
);

const EditDialog = <R extends Listed, V extends Values, Body extends object>({
  kind,
  record,
  close,
}: {
  readonly kind: RecordKind<R, V, Body>;
  readonly record: R;
  close(): void;
}) => {
  const { api, labels, toBody, toValues, subjects } = kind;
  const save = useSave<R, V, Body>({ record, api, labels, toBody, toValues, subjects });
  return (
    <FormDialog
      title={t`Edit ${kind.nameOf(record)}`}
      label={t`Save changes`}
      size={kind.size}
      draft={`${subjects[0]}/${record.id}`}
      initialValues={toValues(record)}
      validate={kind.validate}
      renamed={kind.renamed}
      change={save}
      onClose={close}
    >
      {(form) => kind.fields(form, record)}
    </FormDialog>
  );
};
