import { EditTemplate } from './edit-template';
import { EMAIL_TEMPLATES } from './template-kinds';

/** One template of emails. */
export default function EmailTemplatePage() {
  return <EditTemplate kind={EMAIL_TEMPLATES} />;
}
