import { phrase } from '@tradewind/contract/kit/phrase'
import { messagePolicy } from '@tradewind/contract/platform/policies'
import { useParams } from 'react-router'
import { useRecord } from '#kit/api/records'
import { guard } from '#kit/guard'
import { loadTexts, useText } from '#kit/text'
import { FormPage } from '#ui/form/FormPage'
import { labelsIn, nameOf } from './message.labels.ts'
import { TextOverrideInput } from './TextOverrideInput.tsx'

export const handle = { name: phrase('Edit text') }
export const clientLoader = guard({ rules: messagePolicy.update })

export default function MessageEdit() {
  const t = useText()
  const { uniqueId } = useParams()
  const { data: message } = useRecord('message', uniqueId)
  const { text } = labelsIn(t)
  return (
    <FormPage
      kind="message"
      listTitle={t('Texts')}
      newTitle={t('Change a text')}
      nameOf={nameOf}
      empty={{ text: '' }}
      labels={{ text }}
      required={['text']}
      onSaved={() => void loadTexts({ forceReload: true })}
    >
      {(field) => message && <TextOverrideInput message={message} field={field('text')} />}
    </FormPage>
  )
}
