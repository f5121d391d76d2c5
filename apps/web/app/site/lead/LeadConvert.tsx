import { Box, Button, Group, LoadingOverlay, Radio, Stack } from '@mantine/core'
import { companyFields, type CompanyType } from '@tradewind/contract/crm/company.fields'
import { contactFields, type contactRoleNames } from '@tradewind/contract/crm/contact.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import type { Lead } from '@tradewind/contract/site/lead.contract'
import { leadPolicy } from '@tradewind/contract/site/policies'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { Failure, failureOf } from '#kit/api/failure'
import { useCachedAnswer, useSend } from '#kit/api/query'
import { useRecord } from '#kit/api/records'
import { pathOf, useArea, useNavigateFromHere } from '#kit/area'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { FieldInput } from '#ui/entity/useFieldForm'
import { useFields } from '#ui/entity/useFields'
import type { FieldProps } from '#ui/form/FormPage'
import { ErrorSummary } from '#ui/form/notices'
import { Restored } from '#ui/form/Restored'
import { OVERLAY_DELAY, SavingFields } from '#ui/form/SavingFields'
import { RecordSelect } from '#ui/form/SearchSelect'
import { useDraftForm } from '#ui/form/useDraftForm'
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
  const { field, labels, failure, isRestored, isPending, discard, submit } = useConversion(lead)
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
          {failure && <ErrorSummary failure={failure} labels={labels} />}
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

type Field = (name: keyof ConversionValues) => FieldProps

/** The enquirer, as a contact of the company. */
const ContactFields = ({ field }: { field: Field }) => (
  <>
    <FieldInput spec={contactFields.firstName} {...field('firstName')} />
    <FieldInput spec={contactFields.lastName} {...field('lastName')} />
    <FieldInput spec={contactFields.title} {...field('title')} />
    <FieldInput spec={contactFields.contactRole} {...field('contactRole')} />
    <FieldInput spec={contactFields.email} {...field('email')} />
    <FieldInput spec={contactFields.number} {...field('number')} />
  </>
)

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

const NewCompany = ({ field }: { field: Field }) => (
  <>
    <FieldInput spec={companyFields.legalName} {...field('legalName')} />
    <FieldInput spec={companyFields.country} {...field('country')} />
    <FieldInput spec={companyFields.website} {...field('website')} />
    <FieldInput spec={companyFields.companyTypeList} {...field('companyTypeList')} />
  </>
)

const optional: readonly string[] = ['email', 'number']

/** The form that converts a lead: its draft, and the faults at their fields. */
const useConversion = (lead: Lead) => {
  const t = useText()
  const labels = { isNew: t('Company'), ...useFields(companyFields).labels, ...useFields(contactFields).labels }
  const { values, type, discard, drop, isRestored } = useDraftForm(`lead/convert/${lead.uniqueId}`, initialValues(lead))
  const { send, failure, errors, clearErrors, isPending } = useSendConversion(lead, drop)
  const field: Field = (name) => ({
    id: name,
    name,
    label: labels[name],
    required: !optional.includes(name),
    value: values[name],
    error: errors[name] ? t(errors[name]) : null,
    onChange: (input) => {
      type(name, input)
      clearErrors(name)
    },
  })
  return {
    field,
    labels,
    failure,
    isPending,
    isRestored,
    discard: () => {
      discard()
      clearErrors()
    },
    submit: () => send(values),
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
