import { Textarea } from '@mantine/core'
import { CALL_MINUTES, CHANGE_HOURS, webCallFields } from '@tradewind/contract/site/member/webCall.fields'
import { webCallPolicy } from '@tradewind/contract/site/policies'
import { useParams } from 'react-router'
import { useCall } from '#kit/api/query'
import { guard } from '#kit/guard'
import { phrase, useText } from '#kit/text'
import { useFields } from '#ui/entity/useFields'
import { useFieldWords } from '#ui/entity/useFieldWords'
import { FormPage } from '#ui/form/FormPage'
import { momentOf } from '#ui/values/dates'
import { Remaining } from './Remaining.tsx'
import { SlotPicker } from './SlotPicker.tsx'

export const handle = { name: phrase('Book a web call'), editName: phrase('Move a web call') }
export const clientLoader = guard({ rules: webCallPolicy.create, editRules: webCallPolicy.update })

/** Books a call, or moves the one that the address names. */
export default function WebCallForm() {
  const t = useText()
  const { uniqueId } = useParams()
  const { labels } = useFields(webCallFields)
  const { show } = useFieldWords(webCallFields)
  return (
    <FormPage
      kind="webCall"
      listTitle={t('Web calls')}
      newTitle={t('Book a web call')}
      nameOf={({ startsAt }) => momentOf(startsAt) ?? ''}
      saveText={uniqueId ? t('Move') : t('Book')}
      empty={{ startsAt: '', about: '' }}
      labels={{ startsAt: labels.startsAt, about: labels.about }}
      required={['startsAt', 'about']}
      show={show}
      leadsTo={(saved) => `webCall/show/${saved.uniqueId}`}
    >
      {(field) => (
        <>
          {!uniqueId && <Left />}
          <p style={{ margin: 0 }}>
            {t('A web call takes {minutes} minutes. You can move and cancel it until {hours} hours before.', {
              minutes: CALL_MINUTES,
              hours: CHANGE_HOURS,
            })}
          </p>
          {!uniqueId && <Textarea {...field('about')} autosize minRows={3} maxRows={10} maxLength={2000} />}
          <SlotPicker {...field('startsAt')} webCall={uniqueId} />
        </>
      )}
    </FormPage>
  )
}

const Left = () => (
  <div>
    <Remaining quota={useCall('GET /api/webCall/remaining', {}, { fresh: true }).data} />
  </div>
)
