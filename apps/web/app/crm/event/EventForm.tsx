import { eventFields } from '@tradewind/contract/crm/event.fields'
import { useText } from '#kit/text'
import { MomentInput } from '#ui/date/MomentInput'
import { useFieldForm } from '#ui/entity/useFieldForm'
import { FormPage } from '#ui/form/FormPage'

/** Creates and changes events. Everything is required. */
export const EventForm = () => {
  const t = useText()
  return (
    <FormPage
      kind="event"
      listTitle={t('Events')}
      newTitle={t('New event')}
      nameOf={({ title }) => title}
      {...useFieldForm(eventFields, { eventDateTime: MomentInput })}
    />
  )
}
