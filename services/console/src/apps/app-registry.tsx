import { t } from '@lingui/core/macro';
import type { UseFormInput, UseFormReturnType } from '@mantine/form';
import type { AnyPage, CallOptions } from '@porchlight/sdk';
import type { ReactNode } from 'react';
import { useChange, useCollection, type Collection } from '../api/hooks';
import { useSave, type RecordApi } from '../api/use-save';
import { ButtonRow } from '../components/button-row';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable } from '../components/data-table';
import type { Column } from '../components/table-columns';
import { DialogButton } from '../components/dialog-button';
import { FormDialog } from '../components/form-dialog';
import { PageFrame } from '../components/page-frame';
import { useSecretDialog } from '../components/secret-dialog';

interface App {
  readonly id: number;
  readonly name?: string | null;
}

/** What differs between the kinds of apps that an account offers. */
export interface AppKind<A extends App, V extends Record<string, unknown>, Body extends object> {
  readonly title: string;
  readonly about: string;
  /** The operations of the resource. */
  readonly api: RecordApi<A, Body> & {
    list(query?: object, options?: CallOptions): PromiseLike<AnyPage>;
    create(body: Body): PromiseLike<A>;
    delete(id: number): PromiseLike<unknown>;
  };
  /** Subject of the API to read again after a change. */
  readonly subject: string;
  /** Other subjects to read again. */
  readonly otherSubjects?: readonly string[];
  /** The label of the button that creates an app: `Create app`. */
  readonly createLabel: string;
  readonly empty: string;
  readonly columns: readonly Column<A>[];
  /** What happens when an app is deleted. */
  readonly description: string;
  /** Additional buttons. */
  readonly buttons?: (app: A) => ReactNode;
  /** The values of the form; without an app, those of a new one. */
  readonly toValues: (app?: A) => V;
  readonly validate: UseFormInput<V>['validate'];
  readonly toBody: (values: V) => Body;
  /** The labels of the fields. */
  readonly labels: Readonly<Partial<Record<keyof Body, string>>>;
  readonly fields: (form: UseFormReturnType<V>) => ReactNode;
  readonly secretTitle: string;
  /** The secrets of a new app by label. */
  readonly toSecrets: (created: A) => Readonly<Record<string, string | null | undefined>>;
  readonly secretPurpose?: string;
}

/** The page of one kind of apps: list, create, edit, delete. A new app's secrets are shown once. */
export const AppRegistry = <A extends App, V extends Record<string, unknown>, Body extends object>({
  kind,
}: {
  readonly kind: AppKind<A, V, Body>;
}) => {
  const apps: Collection<A> = useCollection([kind.subject], kind.api.list, {});
  const [secretDialog, showSecrets] = useSecretDialog(kind.secretTitle, kind.secretPurpose);
  return (
    <PageFrame
      title={kind.title}
      about={kind.about}
      actions={
        <DialogButton label={kind.createLabel}>
          {(close) => (
            <CreateApp<A, V, Body> kind={kind} close={close} show={(app) => showSecrets(kind.toSecrets(app))} />
          )}
        </DialogButton>
      }
    >
      <DataTable
        caption={kind.title}
        list={apps}
        empty={kind.empty}
        columns={kind.columns}
        actions={(app) => (
          <ButtonRow>
            <DialogButton label={t`Edit`} name={t`Edit ${app.name ?? ''}`} size="compact-sm" variant="default">
              {(close) => <EditApp<A, V, Body> kind={kind} app={app} close={close} />}
            </DialogButton>
            {kind.buttons?.(app)}
            <ConfirmButton
              label={t`Delete`}
              name={t`Delete ${app.name ?? ''}`}
              title={t`Delete ${app.name ?? ''}?`}
              description={kind.description}
              act={() => kind.api.delete(app.id)}
              subjects={[kind.subject]}
            />
          </ButtonRow>
        )}
      />
      {secretDialog}
    </PageFrame>
  );
};

interface DialogProps<A extends App, V extends Record<string, unknown>, Body extends object> {
  readonly kind: AppKind<A, V, Body>;
  close(): void;
}

const subjectsOf = ({
  subject,
  otherSubjects = [],
}: Pick<AppKind<App, never, object>, 'subject' | 'otherSubjects'>) => [subject, ...otherSubjects];

const CreateApp = <A extends App, V extends Record<string, unknown>, Body extends object>({
  kind,
  close,
  show,
}: DialogProps<A, V, Body> & { show(app: A): void }) => (
  <FormDialog
    title={kind.createLabel}
    initialValues={kind.toValues()}
    validate={kind.validate}
    change={useChange((values: V) => kind.api.create(kind.toBody(values)), ...subjectsOf(kind))}
    onClose={close}
    onSuccess={show}
  >
    {kind.fields}
  </FormDialog>
);

const EditApp = <A extends App, V extends Record<string, unknown>, Body extends object>({
  kind,
  app,
  close,
}: DialogProps<A, V, Body> & { readonly app: A }) => {
  const { api, labels, toBody, toValues } = kind;
  const save = useSave({ record: app, api, labels, toBody, toValues, subjects: subjectsOf(kind) });
  return (
    <FormDialog
      title={t`Edit ${app.name ?? ''}`}
      label={t`Save changes`}
      initialValues={toValues(app)}
      validate={kind.validate}
      change={save}
      onClose={close}
    >
      {kind.fields}
    </FormDialog>
  );
};
