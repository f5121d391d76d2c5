import { Textarea, TextInput } from '@mantine/core'
import { useText } from '#kit/text'
import { useZone } from '#kit/zone'
import { momentIn } from '#ui/date/moment'
import { MomentInput } from '#ui/date/MomentInput'
import { FormPage } from '#ui/form/FormPage'
import { labelsIn, showIn } from './event.words.ts'

const empty = { title: '', description: '', eventDateTime: '', location: '', organizer: '', organizerContact: '' }
const required = ['title', 'description', 'eventDateTime', 'location', 'organizer', 'organizerContact'] as const

/** Creates and changes events. Everything is required. */
export const EventForm = () => {
  const t = useText()
  const zone = useZone()
  return (
    <FormPage
      kind="event"
      listTitle={t('Events')}
      newTitle={t('New event')}
      nameOf={({ title }) => title}
      empty={empty}
      labels={labelsIn(t)}
      required={required}
      show={showIn(zone)}
      sent={({ eventDateTime, ...fields }) => ({
        ...fields,
        ...(eventDateTime !== undefined && { eventDateTime: momentIn(eventDateTime, zone) }),
      })}
    >
      {(field) => (
        <>
          <TextInput {...field('title')} autoComplete="off" />
          <Textarea {...field('description')} autosize minRows={4} maxRows={14} />
          <MomentInput {...field('eventDateTime')} />
          <TextInput {...field('location')} autoComplete="off" />
          <TextInput {...field('organizer')} autoComplete="off" />
          <TextInput {...field('organizerContact')} autoComplete="off" />
        </>
      )}
    </FormPage>
  )
}
