import { Box, Button, Group, LoadingOverlay, Radio, Stack, TextInput } from '@mantine/core'
import { type CompanyType, companyTypeNames } from '@tradewind/contract/crm/company.fields'
import { contactRoleNames } from '@tradewind/contract/crm/contact.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Lead } from '@tradewind/contract/site/lead.contract'
import { leadPolicy } from '@tradewind/contract/site/policies'
import { useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { Failure, failureOf } from '#kit/api/failure'
import { useCachedAnswer, useSend } from '#kit/api/query'
import { useRecord } from '#kit/api/records'
import { pathOf, useArea, useNavigateFromHere } from '#kit/area'
import { changesSince } from '#kit/browser/drafts'
import { useInUse } from '#kit/browser/version'
import { guard } from '#kit/guard'
import { type Translate, useText } from '#kit/text'
import { CountrySelect } from '#ui/entity/useFieldForm'
import { ErrorSummary } from '#ui/form/notices'
import { Picker } from '#ui/form/Picker'
import { Restored } from '#ui/form/Restored'
import { OVERLAY_DELAY, SavingFields } from '#ui/form/SavingFields'
import { RecordSelect } from '#ui/form/SearchSelect'
import { useAdoptedDraft, useStoredDraft } from '#ui/form/useStoredDraft'
import { Card } from '#ui/page/Card'
import { PageHeader } from '#ui/page/PageHeader'
import { QueryContent } from '#ui/page/states'
import { useToast } from '#ui/page/toast'
import { Panel } from '#ui/record/DetailPage'
import { LeadFacts, nameOf } from './LeadFacts.tsx'

/** The values of the form: a company, existing or new, and a contact of it. */
type ConversionValues = {
  isNew: boolean
  companyId: string | null
  legalName: string
  country: string
  website: string
  companyTypeList: CompanyType[]
  firstName: string
  lastName: string
  title: string
  contactRole: keyof typeof contactRoleNames | null
  email: string
  number: string
}

/** Domains of mail providers: an address there says nothing about a company. */
const mailProviders =
  /^(gmail|googlemail|outlook|hotmail|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|web|mail|freenet|t-online|orange|wanadoo|free|laposte|libero|virgilio|tiscali|proton|protonmail|pm|zoho|yandex|qq|163|126|naver|fastmail|posteo|mailbox)\.([a-z]{2,3}|co\.[a-z]{2}|com\.[a-z]{2})$/i

/** The website that a mail address suggests; none for a mail provider's domain. */
export const websiteOf = (email: string) => {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return !email.includes('@') || mailProviders.test(domain) ? '' : `https://${domain}`
}

/** The initial values, from the lead. */
export const initialValues = ({ firstName, lastName, title, email, contactNumber, country }: Lead): ConversionValues => ({
  isNew: true,
  companyId: null,
  legalName: '',
  country,
  website: websiteOf(email),
  companyTypeList: [],
  firstName,
  lastName,
  title: title ?? '',
  contactRole: null,
  email,
  number: contactNumber ?? '',
})

/** The input of the call: of the company, either its id or its fields. */
export const toConvertInput = (uniqueId: string, { isNew, companyId, ...typed }: ConversionValues) => {
  const { legalName, country, website, companyTypeList, ...contact } = typed
  const company = { legalName, country, website, companyTypeList }
  return { uniqueId, ...(isNew ? { company } : { companyId: companyId ?? '' }), contact }
}

/** The messages of a refusal by the form's own fields. No two parts of it have a field of the same name. */
export const errorsByField = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([path, sentence]) => [path.split('.')[1] ?? path, sentence]))

export const handle = { name: phrase('Convert to company and contact') }
export const clientLoader = guard({ rules: leadPolicy.convert })

/** Converts a lead into a company and a contact in one step. For a converted lead it shows the company and contact. */
export default function LeadConvert() {
  const t = useText()
  const { uniqueId } = useParams()
  const read = useRecord('lead', uniqueId)
  return (
    <Stack>
      <PageHeader
        title={t('Convert to company and contact')}
        trail={trailTo(t('Leads'), read.data)}
        loading={!read.data && !read.error}
      />
      <QueryContent of={read} height={420}>
        {(lead) =>
          lead.contact ? (
            <Panel>
              <LeadFacts lead={lead} />
            </Panel>
          ) : (
            <ConvertForm key={lead.uniqueId} lead={lead} />
          )
        }
      </QueryContent>
    </Stack>
  )
}

const trailTo = (leads: string, lead: Lead | undefined) => [
  { text: leads, path: pathOf('lead', 'list') },
  ...(lead ? [{ text: nameOf(lead), path: pathOf('lead', `show/${lead.uniqueId}`) }] : []),
]

const ConvertForm = ({ lead }: { lead: Lead }) => {
  const t = useText()
  const at = useArea()
  const conversion = useConversion(lead)
  const { failure, isRestored, isPending, discard, submit } = conversion
  const field = fieldsOf(t, conversion)
  const send = (event: React.SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void submit()
  }
  return (
    <Box pos="relative" maw={720}>
      <LoadingOverlay visible={isPending} transitionProps={{ enterDelay: OVERLAY_DELAY }} />
      <form noValidate onSubmit={send}>
        <Stack>
          {isRestored && <Restored onDiscard={discard} />}
          {failure && <ErrorSummary failure={failure} labels={labelsIn(t)} />}
          <SavingFields isSaving={isPending}>
            <Card title={t('Company')}>
              <CompanyFields field={field} />
            </Card>
            <Card title={t('Contact')}>
              <ContactFields field={field} />
            </Card>
          </SavingFields>
          <Group justify="flex-end">
            <Button component={Link} to={at(pathOf('lead', `show/${lead.uniqueId}`))} variant="default">
              {t('Cancel')}
            </Button>
            <Button type="submit">{t('Make company and contact')}</Button>
          </Group>
        </Stack>
      </form>
    </Box>
  )
}

type TextField = 'firstName' | 'lastName' | 'title' | 'email' | 'number'

/** The enquirer, as a contact of the company. */
const ContactFields = ({ field }: { field: Field }) => {
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

/** A new or an existing company. */
const CompanyFields = ({ field }: { field: Field }) => {
  const t = useText()
  const { value: isNew, onChange } = field('isNew')
  return (
    <>
      <Radio.Group aria-label={t('Company')} value={isNew ? 'new' : 'there'} onChange={(chosen) => onChange(chosen === 'new')}>
        <Group>
          <Radio value="new" label={t('A new company')} />
          <Radio value="there" label={t('An existing one')} />
        </Group>
      </Radio.Group>
      {isNew ? <NewCompany field={field} /> : <RecordSelect {...field('companyId')} kind="company" nameField="legalName" />}
    </>
  )
}

const allTypes = Object.keys(companyTypeNames) as CompanyType[]

const NewCompany = ({ field }: { field: Field }) => {
  const t = useText()
  const [legalName, website, country, types] = [field('legalName'), field('website'), field('country'), field('companyTypeList')]
  return (
    <>
      <TextInput {...legalName} autoComplete="off" onChange={(event) => legalName.onChange(event.currentTarget.value)} />
      <CountrySelect {...country} onChange={(chosen) => country.onChange(typeof chosen === 'string' ? chosen : '')} />
      <TextInput
        {...website}
        type="url"
        inputMode="url"
        placeholder="https://"
        autoComplete="off"
        onChange={(event) => website.onChange(event.currentTarget.value)}
      />
      <Picker
        multiple
        {...types}
        onChange={(chosen) => types.onChange(chosen as CompanyType[])}
        data={allTypes.map((value) => ({ value, label: t(companyTypeNames[value]) }))}
      />
    </>
  )
}

/** The labels of the fields. */
const labelsIn = (t: Translate): Record<keyof ConversionValues, string> => ({
  isNew: t('Company'),
  companyId: t('Company'),
  legalName: t('Legal Name'),
  country: t('Country'),
  website: t('Website'),
  companyTypeList: t('Company Types'),
  firstName: t('First Name'),
  lastName: t('Last Name'),
  title: t('Title'),
  contactRole: t('Contact Role'),
  email: t('Email'),
  number: t('Number'),
})

const optional: readonly string[] = ['email', 'number']

/** Returns a function for the props of an input of a form field. */
const fieldsOf = (t: Translate, { values, errors, type }: ReturnType<typeof useConversion>) => {
  const labels = labelsIn(t)
  return <F extends keyof ConversionValues>(name: F) => ({
    id: name,
    name,
    label: labels[name],
    required: !optional.includes(name),
    value: values[name],
    error: errors[name] ? t(errors[name]) : null,
    onChange: (value: ConversionValues[F]) => type(name, value),
  })
}
type Field = ReturnType<typeof fieldsOf>

/** The form that converts a lead: what was typed is stored as a draft until then, faults are shown at their fields. */
const useConversion = (lead: Lead) => {
  const start = initialValues(lead)
  const stored = useStoredDraft<ConversionValues>(`lead/convert/${lead.uniqueId}`)
  const { draft, restored, setRestored } = stored
  const [values, setValues] = useState<ConversionValues>(() => ({ ...start, ...restored?.values }))
  const latest = useRef(values)
  const { send, failure, errors, clearErrors, isPending } = useSendConversion(lead, draft.drop)
  useInUse(Object.keys(changesSince(start, values)).length > 0)

  const replaceValues = (next: ConversionValues) => {
    latest.current = next
    setValues(next)
  }
  const type = <F extends keyof ConversionValues>(field: F, value: ConversionValues[F]) => {
    replaceValues({ ...latest.current, [field]: value })
    draft.keep({ from: start, base: null, values: latest.current })
    clearErrors(field)
  }
  const discard = () => {
    draft.drop()
    setRestored(null)
    replaceValues(start)
    clearErrors()
  }
  useAdoptedDraft(stored, (adopted) => replaceValues({ ...start, ...adopted.values }))
  return {
    values,
    type,
    errors,
    failure,
    isPending,
    discard,
    isRestored: restored !== null,
    submit: () => send(latest.current),
  }
}

const companyMissing = () => new Failure(422, phrase('Please check the form'), { companyId: phrase('Choose a company') })

/** Sends the form, and opens the company. */
const useSendConversion = ({ uniqueId }: Lead, dropDraft: () => void) => {
  const at = useArea()
  const toast = useToast()
  const navigate = useNavigateFromHere()
  const currentLead = useCachedAnswer('GET /api/lead/:uniqueId', { uniqueId })
  const { mutateAsync, isPending } = useSend('POST /api/lead/convert')
  const [failure, setFailure] = useState<Failure | null>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const send = async (values: ConversionValues) => {
    try {
      if (!values.isNew && !values.companyId) throw companyMissing()
      const reply = await mutateAsync(toConvertInput(uniqueId, values) as Parameters<typeof mutateAsync>[0])
      dropDraft()
      toast.reply(reply)
      await navigate(at(`company/show/${reply.data.company?.uniqueId}`))
    } catch (error) {
      const { status, message, fields, data } = failureOf(error)
      const refusal = new Failure(status, message, status === 422 ? errorsByField(fields) : data)
      if (status === 409) await currentLead.refresh()
      setFailure(refusal)
      setErrors(refusal.fields)
    }
  }
  /** A field that is edited again is no longer marked as faulty. */
  const clearErrors = (field?: string) => {
    setErrors((before) => (field ? { ...before, [field]: '' } : {}))
    if (!field) setFailure(null)
  }
  return { send, failure, errors, clearErrors, isPending }
}
