import { Group } from '@mantine/core';
import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form';
import type { AnyPage, CallOptions } from '@porchlight/sdk';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useChange, useCollection, type Collection } from '../api/hooks';
import { ConfirmButton } from '../components/confirm-button';
import { DataTable, type Column } from '../components/data-table';
import { DialogButton } from '../components/dialog-button';
import { FormDialog } from '../components/form-dialog';
import { PageFrame } from '../components/page-frame';
import { SecretDialog, type Secret } from '../components/secret-dialog';

interface App {
  readonly id: number;
  readonly name?: string | null;
}

/** What differs between the kinds of apps that an account offers. */
export interface AppKind<A extends App, V extends Record<string, unknown>, Body> {
  readonly title: string;
  readonly about: string;
  /** The operations of the resource. */
  readonly api: {
    list(query?: object, options?: CallOptions): PromiseLike<AnyPage>;
    create(body: Body): PromiseLike<A>;
    update(id: number, body: Body): PromiseLike<A>;
    delete(id: number): PromiseLike<unknown>;
  };
  /** Subject of the API to read again after a change. */
  readonly subject: string;
  /** Other subjects to read again. */
  readonly otherSubjects?: readonly string[];
  /** The verb of the button that creates an app: `Create`. */
  readonly verb: string;
  readonly empty: string;
  readonly columns: readonly Column<A>[];
  /** What happens when an app is deleted. */
  readonly description: string;
  /** Additional buttons. */
  readonly buttons?: (app: A) => ReactNode;
  /** The values of the form; without an app, those of a new one. */
  readonly toValues: (app?: A) => V;
  readonly validate: (values: V) => FormErrors;
  readonly toBody: (values: V) => Body;
  readonly fields: (form: UseFormReturnType<V>) => ReactNode;
  readonly secretTitle: string;
  readonly toSecrets: (created: A) => readonly Secret[];
  readonly warning?: string;
}

/** The page of one kind of apps: list, create, edit, delete. A new app's secrets are shown once. */
export const AppRegistry = <A extends App, V extends Record<string, unknown>, Body>({
  kind,
}: {
  readonly kind: AppKind<A, V, Body>;
}): ReactElement => {
  const apps: Collection<A> = useCollection([kind.subject], kind.api.list, {});
  const [created, setCreated] = useState<A>();
  return (
    <PageFrame
      title={kind.title}
      about={kind.about}
      actions={
        <DialogButton label={`${kind.verb} app`}>
          {(close) => <AppDialog<A, V, Body> kind={kind} close={close} onSaved={setCreated} />}
        </DialogButton>
      }
    >
      <DataTable
        caption={kind.title}
        list={apps}
        rowKey={({ id }) => id}
        empty={kind.empty}
        columns={[...kind.columns]}
        actions={(app) => (
          <Group gap="xs" align="flex-start">
            <DialogButton label="Edit" name={`Edit ${app.name}`} size="compact-sm" variant="default">
              {(close) => <AppDialog<A, V, Body> kind={kind} app={app} close={close} />}
            </DialogButton>
            {kind.buttons?.(app)}
            <ConfirmButton
              verb="Delete"
              what={app.name ?? ''}
              description={kind.description}
              act={() => kind.api.delete(app.id)}
              subjects={[kind.subject]}
            />
          </Group>
        )}
      />
      <SecretDialog
        title={kind.secretTitle}
        secrets={created ? kind.toSecrets(created) : []}
        {...(kind.warning !== undefined && { warning: kind.warning })}
        onClose={() => setCreated(undefined)}
      />
    </PageFrame>
  );
};

interface DialogProps<A extends App, V extends Record<string, unknown>, Body> {
  readonly kind: AppKind<A, V, Body>;
  readonly app?: A;
  close(): void;
  onSaved?(app: A): void;
}

const AppDialog = <A extends App, V extends Record<string, unknown>, Body>({
  kind,
  app,
  close,
  onSaved,
}: DialogProps<A, V, Body>): ReactElement => {
  const send = (body: Body): PromiseLike<A> => (app ? kind.api.update(app.id, body) : kind.api.create(body));
  const save = useChange((values: V) => send(kind.toBody(values)), kind.subject, ...(kind.otherSubjects ?? []));
  const form = useForm<V>({ initialValues: kind.toValues(app), validate: kind.validate });
  return (
    <FormDialog
      title={app ? `Edit ${app.name}` : `${kind.verb} app`}
      label={app ? 'Save changes' : `${kind.verb} app`}
      form={form}
      change={save}
      onClose={close}
      {...(onSaved && { onSuccess: onSaved })}
    >
      {kind.fields(form)}
    </FormDialog>
  );
};
