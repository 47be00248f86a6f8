-- Mails that tell by what one signs in from now on, or not any more.
ALTER TABLE account_mails DROP CONSTRAINT account_mails_kind_check;
ALTER TABLE account_mails ADD CONSTRAINT account_mails_kind_check
    CHECK (kind IN (
        'verification', 'recovery', 'passwordChanged', 'addressChanged', 'erasureScheduled', 'recovered', 'recoveredAnew',
        'passwordRemoved', 'passkeyAdded', 'passkeyRemoved', 'identityAdded', 'identityRemoved', 'secondFactorAdded',
        'secondFactorRemoved'));
