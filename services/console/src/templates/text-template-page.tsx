import { EditTemplate } from './edit-template';
import { TEXT_TEMPLATES } from './template-kinds';

/** One template of text messages. */
export default function TextTemplatePage() {
  return <EditTemplate kind={TEXT_TEMPLATES} />;
}
