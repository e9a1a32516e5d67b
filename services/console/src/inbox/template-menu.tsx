import { Trans } from '@lingui/react/macro';
import { Button, Menu } from '@mantine/core';
import { useChange, useCollection } from '../api/hooks';
import { porchlight } from '../api/porchlight';
import { ErrorText } from '../components/error-alert';
import { usePermissions } from '../session/session';
import styles from './inbox.module.css';

const LIMIT = 100;

interface Props {
  /** The person whose name the text gets; the merge fields stay without one. */
  readonly personId: number | undefined;
  insert(text: string): void;
}

/** Inserts a template of text messages, merged for the person, at the end of the reply. */
export const TemplateMenu = (props: Props) => (usePermissions().seesDeals ? <Templates {...props} /> : null);

/** For all but lenders, to whom the API refuses the merge. */
const Templates = ({ personId, insert }: Props) => {
  const templates = useCollection(['textMessageTemplates'], porchlight.textMessageTemplates.list, { limit: LIMIT });
  const merge = useChange((templateId: number) => porchlight.textMessageTemplates.merge({ templateId, personId }));
  if (templates.rows.length === 0) return null;
  return (
    <>
      <Menu position="top-start">
        <Menu.Target>
          <Button size="compact-sm" variant="subtle" loading={merge.isPending}>
            <Trans>Insert template</Trans>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={styles.choices}>
          {templates.rows.map(({ id, name }) => (
            <Menu.Item
              key={id}
              onClick={() => merge.mutate(id, { onSuccess: ({ mergedTemplate }) => insert(mergedTemplate ?? '') })}
            >
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ErrorText error={merge.error} />
    </>
  );
};
