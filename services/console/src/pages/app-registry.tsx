import { Button, Group } from '@mantine/core';
import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form';
import { useState, type ReactElement, type ReactNode } from 'react';
import type { AnyPage, CallOptions } from '@porchlight/sdk';
import { useChange, useCollection, type Collection } from '../api/hooks';
import { DataTable, type Column } from '../parts/data-table';
import { ConfirmButton } from '../parts/confirm-button';
import { FormDialog } from '../parts/form-dialog';
import { PageFrame } from '../parts/page-frame';
import { SecretDialog, type Secret } from '../parts/secret-dialog';

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
  /** On the button that makes one: `Create`. */
  readonly verb: string;
  readonly empty: string;
  readonly columns: readonly Column<A>[];
  /** What follows from deleting one. */
  readonly consequence: string;
  /** Beside Edit and Delete. */
  readonly buttons?: (app: A) => ReactNode;
  /** Values of the form; of a new app without one. */
  readonly valuesOf: (app?: A) => V;
  readonly validate: (values: V) => FormErrors;
  readonly toBody: (values: V) => Body;
  readonly fields: (form: UseFormReturnType<V>) => ReactNode;
  readonly secretTitle: string;
  readonly secretsOf: (made: A) => readonly Secret[];
  readonly warning?: string;
}

/** The page of one kind of apps: list, make with its secret shown once, edit, delete. */
export const AppRegistry = <A extends App, V extends Record<string, unknown>, Body>({
  kind,
}: {
  readonly kind: AppKind<A, V, Body>;
}): ReactElement => {
  const apps: Collection<A> = useCollection([kind.subject], kind.api.list, {});
  const [made, setMade] = useState<A>();
  const [edited, setEdited] = useState<A | 'new'>();
  const close = (): void => setEdited(undefined);
  return (
    <PageFrame
      title={kind.title}
      about={kind.about}
      actions={<Button onClick={() => setEdited('new')}>{kind.verb} app</Button>}
    >
      <DataTable
        caption={kind.title}
        list={apps}
        rowKey={({ id }) => id}
        empty={kind.empty}
        columns={[
          ...kind.columns,
          {
            title: 'Actions',
            plain: true,
            show: (app) => (
              <Group gap="xs" align="flex-start">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={`Edit ${app.name}`}
                  onClick={() => setEdited(app)}
                >
                  Edit
                </Button>
                {kind.buttons?.(app)}
                <ConfirmButton
                  verb="Delete"
                  what={app.name ?? ''}
                  consequence={kind.consequence}
                  act={() => kind.api.delete(app.id)}
                  subjects={[kind.subject]}
                />
              </Group>
            ),
          },
        ]}
      />
      {edited === 'new' && <AppDialog<A, V, Body> kind={kind} close={close} saved={setMade} />}
      {edited !== undefined && edited !== 'new' && (
        <AppDialog<A, V, Body> key={edited.id} kind={kind} app={edited} close={close} saved={() => undefined} />
      )}
      <SecretDialog
        title={kind.secretTitle}
        secrets={made ? kind.secretsOf(made) : []}
        {...(kind.warning !== undefined && { warning: kind.warning })}
        onClose={() => setMade(undefined)}
      />
    </PageFrame>
  );
};

interface DialogProps<A extends App, V extends Record<string, unknown>, Body> {
  readonly kind: AppKind<A, V, Body>;
  readonly app?: A;
  close(): void;
  saved(app: A): void;
}

const AppDialog = <A extends App, V extends Record<string, unknown>, Body>({
  kind,
  app,
  close,
  saved,
}: DialogProps<A, V, Body>): ReactElement => {
  const send = (body: Body): PromiseLike<A> => (app ? kind.api.update(app.id, body) : kind.api.create(body));
  const save = useChange((values: V) => send(kind.toBody(values)), kind.subject, ...(kind.otherSubjects ?? []));
  const form = useForm<V>({ initialValues: kind.valuesOf(app), validate: kind.validate });
  return (
    <FormDialog
      title={app ? `Edit ${app.name}` : `${kind.verb} app`}
      verb={app ? 'Save' : kind.verb}
      form={form}
      change={save}
      onClose={close}
      onDone={saved}
    >
      {kind.fields(form)}
    </FormDialog>
  );
};
