import { eventFields } from '@tradewind/contract/crm/event.fields'
import { eventPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { useParam } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { useFieldForm } from '#ui/entity/useFieldForm'
import { parseDay } from '#ui/form/DateInput'
import { FormPage } from '#ui/form/FormPage'
import { MomentInput } from '#ui/form/MomentInput'

export const handle = { name: phrase('New event'), editName: phrase('Edit event') }
export const clientLoader = guard({ rules: eventPolicy.create, editRules: eventPolicy.update })

/** Creates and changes events. All fields are required. The address may set the day of a new one. */
export default function EventForm() {
  const t = useText()
  const day = parseDay(useParam('date')[0])
  return (
    <FormPage
      kind="event"
      listTitle={t('Events')}
      newTitle={t('New event')}
      nameOf={({ title }) => title}
      {...(day && { preset: { eventDateTime: `${day}T` } })}
      {...useFieldForm(eventFields, { eventDateTime: MomentInput })}
    />
  )
}
