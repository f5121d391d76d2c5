import { Button, Divider, Stack, TextInput } from '@mantine/core'
import { phrase } from '@tradewind/contract/kit/phrase'
import { can } from '@tradewind/contract/kit/policy'
import type { Account } from '@tradewind/contract/platform/identity.contract'
import { userPolicy } from '@tradewind/contract/platform/policies'
import { useMemo } from 'react'
import { Failure } from '#kit/api/failure'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { LogoUpload } from '#platform/user/LogoUpload'
import { CountrySelect } from '#ui/entity/useFieldForm'
import { ErrorSummary } from '#ui/form/notices'
import { Restored } from '#ui/form/Restored'
import { Card } from '#ui/page/Card'
import { useDraftFields, useSettingsForm } from './useSettingsForm.ts'

/** The company name, country and logo that the user's reviews page shows; for users without one, the details of their company. */
export const Brand = ({ account: { userId, userCompanyName, userCompanyCountry, brandLogoUID } }: { account: Account }) => {
  const t = useText()
  const actor = useActor()
  const words = can(actor, userPolicy.describe, actor)
    ? {
        title: t('Brand'),
        about: t('The name, country and logo that others see.'),
        label: t('Brand name'),
        save: t('Save the brand'),
      }
    : {
        title: t('Your company'),
        about: t('The name, country and logo of your company.'),
        label: t('Company name'),
        save: t('Save the company'),
      }
  return (
    <Card anchor="brand" title={words.title} description={words.about}>
      <BrandForm uniqueId={userId} name={userCompanyName ?? ''} country={userCompanyCountry ?? ''} {...words} />
      <Divider color="var(--tw-hairline)" />
      <LogoUpload order={3} uniqueId={userId} brandLogoUID={brandLogoUID} />
    </Card>
  )
}

const FAILED = phrase('Something went wrong! Please try again later!')

/** Replaces errors that the user cannot fix with a general message. */
const toShownFailure = (error: Failure) =>
  error.status === 0 || error.status >= 500 ? new Failure(error.status, FAILED, error.data) : error

interface BrandFormProps {
  uniqueId: string
  name: string
  country: string
  label: string
  save: string
}

const BrandForm = ({ uniqueId, name, country, label, save }: BrandFormProps) => {
  const t = useText()
  const fields = useDraftFields('settings/brand', { userCompanyName: name, userCompanyCountry: country })
  const { field, submit, isPending, error } = useSettingsForm('POST /api/admin/updateBrandName/', fields, { more: { uniqueId } })
  const failure = useMemo(() => error && toShownFailure(error), [error])
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw={420}>
        <Restored isRestored={fields.isRestored} isOutdated={fields.isOutdated} onDiscard={fields.discard} />
        {failure && <ErrorSummary failure={failure} labels={{ userCompanyName: label, userCompanyCountry: t('Country') }} />}
        <TextInput label={label} required autoComplete="organization" {...field('userCompanyName')} />
        <CountrySelect label={t('Country')} required={false} {...field('userCompanyCountry')} />
        <Button type="submit" variant="default" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          {save}
        </Button>
      </Stack>
    </form>
  )
}
