import { phrase } from '@tradewind/contract/kit/phrase'
import { legalTextPolicy } from '@tradewind/contract/platform/policies'
import { pathOf } from '#kit/area'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { RichText } from '#ui/editor/RichText'
import { FormPage } from '#ui/form/FormPage'
import { formatContent, nameIn } from './legalTextWords.tsx'

export const handle = { name: phrase('Edit legal text') }
export const clientLoader = guard({ rules: legalTextPolicy.update })

/** Edits a legal text. What is saved is a draft until it is published. */
export default function LegalTextForm() {
  const t = useText()
  return (
    <FormPage
      kind="legalText"
      listTitle={t('Legal texts')}
      newTitle={t('Legal text')}
      nameOf={nameIn(t)}
      redirectTo={({ uniqueId }) => pathOf('legalText', `show/${uniqueId}`)}
      empty={{ content: '' }}
      labels={{ content: t('Text') }}
      required={[]}
      saveText={t('Save draft')}
      show={formatContent}
    >
      {(field) => <RichText {...field('content')} height={420} />}
    </FormPage>
  )
}
