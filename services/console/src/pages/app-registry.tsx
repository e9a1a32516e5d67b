import { Button, Group } from '@mantine/core';
import { useForm, type FormErrors, type UseFormReturnType } from '@mantine/form';
import { useState, type ReactElement, type ReactNode } from 'react';
import { post, put } from '../api/client';
import { useChange, useCollection } from '../api/hooks';
import { DataTable, type Column } from '../parts/data-table';
import { DeleteButton } from '../parts/delete-button';
import { FormDialog } from '../parts/form-dialog';
import { PageFrame } from '../parts/page-frame';
import { SecretDialog, type Secret } from '../parts/secret-dialog';

interface App {
  readonly id: number;
  readonly name: string;
}

/** What differs between the kinds of apps that an account offers. */
export interface AppKind<A extends App, V extends Record<string, unknown>> {
  readonly title: string;
  readonly about: string;
  readonly path: string;
  /** Key of the rows, and subject of the API. */
  readonly rows: string;
  /** Other subjects that a change is seen in. */
  readonly seenIn?: readonly string[];
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
  readonly bodyOf: (values: V) => object;
  readonly fields: (form: UseFormReturnType<V>) => ReactNode;
  readonly secretTitle: string;
  readonly secretsOf: (made: A) => readonly Secret[];
  readonly warning?: string;
}

/** The page of one kind of apps: list, make with its secret shown once, edit, delete. */
export const AppRegistry = <A extends App, V extends Record<string, unknown>>({
  kind,
}: {
  readonly kind: AppKind<A, V>;
}): ReactElement => {
  const apps = useCollection<A>(kind.path, kind.rows);
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
        of={apps}
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
                <DeleteButton
                  path={`${kind.path}/${app.id}`}
                  what={app.name}
                  consequence={kind.consequence}
                  subject={kind.rows}
                />
              </Group>
            ),
          },
        ]}
      />
      {edited === 'new' && <AppDialog kind={kind} close={close} saved={setMade} />}
      {edited !== undefined && edited !== 'new' && (
        <AppDialog key={edited.id} kind={kind} app={edited} close={close} saved={() => undefined} />
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

interface DialogProps<A extends App, V extends Record<string, unknown>> {
  readonly kind: AppKind<A, V>;
  readonly app?: A;
  close(): void;
  saved(app: A): void;
}

const AppDialog = <A extends App, V extends Record<string, unknown>>({
  kind,
  app,
  close,
  saved,
}: DialogProps<A, V>): ReactElement => {
  const send = (body: object): Promise<A> => (app ? put<A>(`${kind.path}/${app.id}`, body) : post<A>(kind.path, body));
  const save = useChange((values: V) => send(kind.bodyOf(values)), kind.rows, ...(kind.seenIn ?? []));
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
