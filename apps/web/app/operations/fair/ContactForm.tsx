import { Alert, Anchor, Button, Fieldset, Group } from '@mantine/core'
import { IconBuildingFactory2 } from '@tabler/icons-react'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { contactFields } from '@tradewind/contract/crm/contact.fields'
import { companyKeyOf } from '@tradewind/contract/crm/matchWords'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import type { CustomDefinition } from '@tradewind/contract/kit/custom/custom.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import { isMember } from '@tradewind/contract/roles'
import { useEffect, useState } from 'react'
import { TypesInput } from '#crm/company/TypesInput'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { FieldInput } from '#ui/entity/useFieldForm'
import { useFields } from '#ui/entity/useFields'
import { Picker } from '#ui/form/Picker'
import { normalizeForSearch } from '#ui/form/searchOptions'
import { CustomPart } from './CustomPart.tsx'
import type { Outbox } from './outbox.ts'
import { type Faults, PieceForm, usePieceForm } from './PieceForm.tsx'
import { type ContactPiece, type ContactValues, emptyCompany, type NewCompany, type Ref, withSameName } from './pieces.ts'
import styles from './fair.module.css'

const companyKey = (name: string) => companyKeyOf(normalizeForSearch(name))

/** The number of companies that are offered for a name. */
const MAX_OFFERED = 5

/** The companies that may have this name: it is the same but for accents, punctuation and legal form. */
export const withSimilarName = (name: string, companies: readonly Ref[]): readonly Ref[] => {
  const key = companyKey(name)
  return key === null ? [] : companies.filter((one) => companyKey(one.name) === key).slice(0, MAX_OFFERED)
}

const missing = 'This is required'

const knownText = phrase('There is already a company of this name. Use it, or change the name.')

const checkCompany = ({ company, newCompany }: ContactValues, known: readonly Ref[]): Faults => {
  if (!newCompany) return company ? {} : { companyId: contactFields.companyId.prompt }
  if (withSameName(newCompany.legalName, known)) return { legalName: knownText }
  const texts = (['legalName', 'country', 'website'] as const).filter((name) => !newCompany[name].trim())
  const faults: Faults = Object.fromEntries(texts.map((name) => [name, missing]))
  return newCompany.companyTypeList.length > 0 ? faults : { ...faults, companyTypeList: companyFields.companyTypeList.prompt }
}

const check =
  (needsAddress: boolean, known: readonly Ref[]) =>
  (values: ContactValues): Faults => {
    const names = ['firstName', 'lastName', 'title', 'contactRole', ...(needsAddress ? (['email'] as const) : [])] as const
    const empty = names.filter((name) => !values[name].trim())
    return { ...Object.fromEntries(empty.map((name) => [name, missing])), ...checkCompany(values, known) }
  }

interface ContactFormProps {
  piece: ContactPiece
  outbox: Outbox
  companies: readonly Ref[]
  customFields: readonly CustomDefinition[] | undefined
  onDone: () => void
}

/** The form for a contact: typed, or read from a business card. */
export const ContactForm = ({ piece, outbox, companies, customFields, onDone }: ContactFormProps) => {
  const needsAddress = isMember(useActor())
  const isCreated = piece.done.company !== undefined
  const { labels } = useFields(contactFields)
  const form = usePieceForm({
    piece,
    outbox,
    customFields,
    check: check(needsAddress, isCreated ? [] : companies),
    onDone,
  })
  const { values, change, faultOf, fieldsOf, customPart } = form
  const field = fieldsOf(values, labels, needsAddress ? ['number'] : ['email', 'number'], change)
  const companyField = (company: NewCompany, names: Readonly<Record<string, string>>) =>
    fieldsOf(company, names, [], (patch) => change({ newCompany: { ...company, ...patch } }, Object.keys(patch)))
  return (
    <PieceForm form={form}>
      {values.hasPhoto && <Photo id={piece.id} outbox={outbox} onRemove={() => change({ hasPhoto: false })} />}
      <FieldInput spec={contactFields.firstName} {...field('firstName')} />
      <FieldInput spec={contactFields.lastName} {...field('lastName')} />
      <CompanyPart
        values={values}
        companies={companies}
        fault={faultOf('companyId')}
        isCreated={isCreated}
        change={change}
        field={companyField}
      />
      <FieldInput spec={contactFields.title} {...field('title')} />
      <FieldInput spec={contactFields.contactRole} {...field('contactRole')} />
      <FieldInput spec={contactFields.email} {...field('email')} />
      <FieldInput spec={contactFields.number} {...field('number')} />
      <CustomPart {...customPart} />
    </PieceForm>
  )
}

/** The fields of a new company, and the one that selects an existing one. */
const companyFaults = ['companyId', 'legalName', 'country', 'website', 'companyTypeList']

interface CompanyPartProps {
  values: ContactValues
  companies: readonly Ref[]
  fault: string | null
  /** The new company has already been created on the server. */
  isCreated: boolean
  change: (patch: Partial<ContactValues>, corrected?: readonly string[]) => void
  field: (
    company: NewCompany,
    names: Readonly<Record<string, string>>,
  ) => (name: keyof NewCompany) => Parameters<typeof TypesInput>[0]
}

/** Selects one of the known companies, or creates a new one. */
const CompanyPart = ({ values: { company, newCompany }, companies, fault, isCreated, change, field }: CompanyPartProps) => {
  const t = useText()
  const mayCreate = can(useActor(), companyPolicy.create)
  const { labels } = useFields(companyFields)
  if (!newCompany)
    return (
      <>
        <Picker
          id="companyId"
          label={t('Company')}
          required
          error={fault}
          value={company?.id ?? null}
          data={companies.map(({ id, name }) => ({ value: id, label: name }))}
          limit={50}
          onChange={(id) => change({ company: companies.find((one) => one.id === id) ?? null })}
        />
        {mayCreate && (
          <Group>
            <Button variant="default" onClick={() => change({ company: null, newCompany: emptyCompany() })}>
              {t('New company')}
            </Button>
          </Group>
        )}
      </>
    )
  const of = field(newCompany, labels)
  return (
    <Fieldset variant="unstyled" className={styles.part} aria-label={t('New company')} disabled={isCreated}>
      <FieldInput spec={companyFields.legalName} {...of('legalName')} />
      {!isCreated && (
        <KnownCompanies
          companies={withSimilarName(newCompany.legalName, companies)}
          onUse={(known) => change({ company: known, newCompany: null }, companyFaults)}
        />
      )}
      <FieldInput spec={companyFields.country} {...of('country')} />
      <FieldInput spec={companyFields.website} {...of('website')} />
      <TypesInput {...of('companyTypeList')} />
      <Anchor component="button" type="button" size="sm" ta="start" onClick={() => change({ newCompany: null }, companyFaults)}>
        {t('Choose an existing company')}
      </Anchor>
    </Fieldset>
  )
}

/** Known companies that may be the one whose name is being typed, also without a connection. */
const KnownCompanies = ({ companies, onUse }: { companies: readonly Ref[]; onUse: (company: Ref) => void }) => {
  const t = useText()
  return (
    <div role="status" style={{ display: 'contents' }}>
      {companies.length > 0 && (
        <Alert
          role="note"
          color="signal"
          icon={<IconBuildingFactory2 aria-hidden />}
          title={t('This may be an existing company')}
        >
          <Group gap="xs">
            {companies.map((company) => (
              <Button key={company.id} variant="default" className={styles.known ?? ''} onClick={() => onUse(company)}>
                {t('Use the existing “{name}”', { name: company.name })}
              </Button>
            ))}
          </Group>
        </Alert>
      )}
    </div>
  )
}

const Photo = ({ id, outbox, onRemove }: { id: string; outbox: Outbox; onRemove: () => void }) => {
  const t = useText()
  const [photo, setPhoto] = useState<string>()
  useEffect(() => void outbox.photo(id).then(setPhoto), [id, outbox])
  if (!photo) return null
  return (
    <Group align="end">
      <img src={photo} alt={t('Photo of the card')} className={styles.photo} />
      <Button variant="default" onClick={onRemove}>
        {t('Remove the photo')}
      </Button>
    </Group>
  )
}
