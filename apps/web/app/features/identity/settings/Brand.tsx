import { Button, Divider, Stack, TextInput } from '@mantine/core'
import type { Account } from '@tradewind/contract/identity/identity.contract'
import { useText } from '#kit/text'
import { Card } from '#ui/page/Card'
import { ErrorSummary } from '#ui/page/ErrorSummary'
import { LogoUpload } from '#ui/logo/LogoUpload'
import { useSettingsForm } from './useSettingsForm.ts'

/** The name and the logo that one appears under. */
export const Brand = ({ account: { userId, userCompanyName, brandLogoUID } }: { account: Account }) => {
  const t = useText()
  return (
    <Card title={t('Brand')} about={t('The name and the logo that you appear under.')}>
      <BrandName uniqueId={userId} name={userCompanyName ?? ''} />
      <Divider color="var(--tw-hairline)" />
      <LogoUpload order={3} uniqueId={userId} brandLogoUID={brandLogoUID} />
    </Card>
  )
}

const BrandName = ({ uniqueId, name }: { uniqueId: string; name: string }) => {
  const t = useText()
  const label = t('Brand name')
  const { field, submit, isPending, error } = useSettingsForm(
    'POST /api/admin/updateBrandName/',
    { userCompanyName: name },
    { more: { uniqueId } },
  )
  return (
    <form noValidate onSubmit={submit}>
      <Stack maw={420}>
        {error && <ErrorSummary failure={error} labels={{ userCompanyName: label }} />}
        <TextInput label={label} required autoComplete="organization" {...field('userCompanyName')} />
        <Button type="submit" variant="default" loading={isPending} style={{ alignSelf: 'flex-start' }}>
          {t('Save the brand name')}
        </Button>
      </Stack>
    </form>
  )
}
