import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { useChange, useRecord } from '../api/hooks';
import { useSave } from '../api/use-save';
import { ConfirmButton } from '../components/confirm-button';
import { QueryResult } from '../components/loading';
import { PageFrame } from '../components/page-frame';
import { TemplateForm } from './template-form';
import { TemplatePreview } from './template-preview';
import type { AnyTemplate, TemplateKind } from './template-kinds';
import styles from './template-page.module.css';

const EMPTY = { name: '', subject: '', text: '', isShared: 'false' };

/** The page of a template: create, change, preview for a person, delete. */
export const EditTemplate = ({ kind }: { readonly kind: TemplateKind }) => {
  const { id = 'new' } = useParams();
  return id === 'new' ? <NewTemplate kind={kind} /> : <StoredTemplate key={id} kind={kind} id={Number(id)} />;
};

const listOf = (kind: TemplateKind): string => (kind.isEmail ? '/templates' : '/templates?kind=text');

const NewTemplate = ({ kind }: { readonly kind: TemplateKind }) => {
  const navigate = useNavigate();
  const change = useChange((values: typeof EMPTY) => kind.create(kind.toBody(values)), kind.subject);
  return (
    <PageFrame title={kind.newTitle} about={t`Merge fields stand for values of the person and the agent.`}>
      <Link to={listOf(kind)}>
        <Trans>All templates</Trans>
      </Link>
      <TemplateForm
        kind={kind}
        draft="new"
        initialValues={EMPTY}
        verb={t`Create template`}
        change={change}
        onSaved={({ id }) => void navigate(`${kind.path}/${id}`, { replace: true })}
      />
    </PageFrame>
  );
};

const StoredTemplate = ({ kind, id }: { readonly kind: TemplateKind; readonly id: number }) => {
  const template = useRecord<AnyTemplate>([kind.subject, id], (options) => kind.read(id, options));
  return (
    <PageFrame
      title={template.data?.name ?? t`Template`}
      actions={template.data?.isDeletable && <DeleteTemplate kind={kind} template={template.data} />}
    >
      <Link to={listOf(kind)}>
        <Trans>All templates</Trans>
      </Link>
      <QueryResult query={template} what={t`the template`}>
        {(data) => <Details kind={kind} template={data} />}
      </QueryResult>
    </PageFrame>
  );
};

const Details = ({ kind, template }: { readonly kind: TemplateKind; readonly template: AnyTemplate }) => {
  const [isChanged, setChanged] = useState(false);
  const change = useSave({
    record: template,
    api: kind,
    toValues: kind.toValues,
    toBody: kind.toBody,
    labels: kind.labels,
    subjects: [kind.subject],
  });
  const values = kind.toValues(template);
  return (
    <div className={styles.columns}>
      <TemplateForm
        kind={kind}
        draft={String(template.id)}
        initialValues={values}
        readOnly={template.isEditable === false}
        verb={t`Save template`}
        change={change}
        onDirty={setChanged}
      />
      <TemplatePreview kind={kind} id={template.id} text={values.text} isChanged={isChanged} />
    </div>
  );
};

const DeleteTemplate = ({
  kind,
  template: { id, name },
}: {
  readonly kind: TemplateKind;
  readonly template: AnyTemplate;
}) => {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label={t`Delete`}
      name={t`Delete ${name ?? ''}`}
      title={t`Delete ${name ?? ''}?`}
      description={t`The template is removed. Messages that were sent stay.`}
      act={() => kind.delete(id)}
      subjects={[kind.subject]}
      onSuccess={() => void navigate(listOf(kind), { replace: true })}
    />
  );
};
