import { TextInput } from '@mantine/core'
import { useText } from '#kit/text'
import { contactRoleNames } from '@tradewind/contract/crm/contact.words'
import { Picker } from '#ui/picker/Picker'
import type { Field } from './fields.ts'

type TextField = 'firstName' | 'lastName' | 'title' | 'email' | 'number'

/** Who asked, as a contact of the company. */
export const ContactPart = ({ field }: { field: Field }) => {
  const t = useText()
  const text = (name: TextField) => {
    const { onChange, ...rest } = field(name)
    return {
      ...rest,
      autoComplete: 'off',
      onChange: (event: React.ChangeEvent<HTMLInputElement>) => onChange(event.currentTarget.value),
    }
  }
  const role = field('contactRole')
  return (
    <>
      <TextInput {...text('firstName')} />
      <TextInput {...text('lastName')} />
      <TextInput {...text('title')} />
      <Picker
        {...role}
        data={Object.entries(contactRoleNames).map(([value, name]) => ({ value, label: t(name) }))}
        onChange={(chosen) => role.onChange(chosen as typeof role.value)}
      />
      <TextInput {...text('email')} type="email" />
      <TextInput {...text('number')} type="tel" />
    </>
  )
}
