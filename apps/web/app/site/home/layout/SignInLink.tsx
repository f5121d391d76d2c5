import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { switchOf } from '#kit/account/landing'
import { useKeepLanguage } from '#kit/page/page'
import { openSignIn } from '#kit/page/sign-in'
import { signOut, useRoles } from '#kit/session'
import { useText } from '#kit/text'

const plainClick = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) => !(metaKey || ctrlKey || shiftKey || altKey)

/** The way in: the sign-in for a visitor, their own area for who is signed in; a starter, who has none, signs out here. */
export const SignInLink = ({ className }: { className: string }) => {
  const t = useText()
  const roles = useRoles()
  const keep = useKeepLanguage()
  const area = switchOf(roles)
  if (area) {
    return (
      <Link className={className} to={area.to}>
        {t(area.text)}
      </Link>
    )
  }
  if (roles.length > 0) {
    return (
      <button type="button" className={className} onClick={() => void signOut()}>
        {t('Logout')}
      </button>
    )
  }
  return (
    <Link
      className={className}
      to={keep('/auth/login')}
      onClick={(event) => plainClick(event) && openSignIn() && event.preventDefault()}
    >
      {t('Login')}
    </Link>
  )
}
