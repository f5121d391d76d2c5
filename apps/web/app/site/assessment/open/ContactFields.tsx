import { useText } from '#kit/text'
import { CountryField } from '#site/enquiry/CountryField'
import { OpenField } from '#ui/open/OpenField'
import { type ContactField, contactNames, type Faults } from './contact.values.ts'

const inputs = [
  { field: 'firstName', autoComplete: 'given-name', maxLength: 200 },
  { field: 'lastName', autoComplete: 'family-name', maxLength: 200 },
  { field: 'title', autoComplete: 'organization-title', maxLength: 200 },
  { field: 'email', autoComplete: 'email', type: 'email', maxLength: 254 },
  { field: 'contactNumber', autoComplete: 'tel', type: 'tel', maxLength: 40 },
] as const

export const ContactFields = ({ faults }: { faults: Faults }) => {
  const t = useText()
  const saying = (field: ContactField) => ({ label: t(contactNames[field]), error: faults[field] && t(faults[field]) })
  return (
    <>
      {inputs.map(({ field, ...input }) => (
        <OpenField key={field} {...saying(field)} required>
          {(props) => <input {...props} {...input} name={field} />}
        </OpenField>
      ))}
      <CountryField {...saying('country')} name="country" />
    </>
  )
}
