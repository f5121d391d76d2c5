import { Button, Divider, Stack, TextInput } from '@mantine/core'
import type { Account } from '@tradewind/contract/identity/identity.contract'
import { can } from '@tradewind/contract/kit/policy'
import { userPolicy } from '@tradewind/contract/user/user.policy'
import { useMemo } from 'react'
import { Failure } from '#kit/api/failure'
import { useActor } from '#kit/session'
import { phrase, useText } from '#kit/text'
import { Card } from '#ui/page/Card'
import { ErrorSummary } from '#ui/page/ErrorSummary'
import { LogoUpload } from '#ui/logo/LogoUpload'
import { useSettingsForm } from './useSettingsForm.ts'

/** The name and the logo that one appears under; of who has no page of reviews, what the sign-up asked for. */
export const Brand = ({ account: { userId, userCompanyName, brandLogoUID } }: { account: Account }) => {
  const t = useText()
  const actor = useActor()
  const words = can(actor, userPolicy.describe, actor)
    ? {
        title: t('Brand'),
        about: t('The name and the logo that you appear under.'),
        label: t('Brand name'),
        save: t('Save the brand name'),
      }
    : {
        title: t('Your company'),
        about: t('The name and the logo of your company, as you gave them when you signed up.'),
        label: t('Company name'),
        save: t('Save the company name'),
      }
  return (
    <Card title={words.title} about={words.about}>
      <BrandName uniqueId={userId} name={userCompanyName ?? ''} {...words} />
      <Divider color="var(--tw-hairline)" />
      <LogoUpload order={3} uniqueId={userId} brandLogoUID={brandLogoUID} />
    </Card>
  )
}

const FAILED = phrase('Something went wrong! Please try again later!')

/** What failed for no reason that its reader could change. */
const told = (error: Failure) =>
  error.status === 0 || error.status >= 500 ? new Failure(error.status, FAILED, error.data) : error

interface BrandNameProps {
  uniqueId: string
  name: string
  label: string
  save: string
}

const BrandName = ({ uniqueId, name, label, save }: BrandNameProps) => {
  const { field, submit, isPending, error } = useSettingsForm(
    'POST /api/admin/updateBrandName/',
    { userCompanyName: name },
    { more: { uniqueId } },
  )
  const failure = useMemo(() => error && told(error), [error])
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw={420}>
        {failure && <ErrorSummary failure={failure} labels={{ userCompanyName: label }} />}
        <TextInput label={label} required autoComplete="organization" {...field('userCompanyName')} />
        <Button type="submit" variant="default" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          {save}
        </Button>
      </Stack>
    </form>
  )
}
