-- Two purposes more: photos of meals may be shown to a model elsewhere, and that one may be outside Canada (C26).
ALTER TABLE consents DROP CONSTRAINT consents_purpose_check;
ALTER TABLE consents ADD CONSTRAINT consents_purpose_check CHECK (
    purpose IN (
        'processing', 'sharing', 'communityPrices', 'trainingPhotos', 'location', 'remoteRecognition',
        'recognitionOutsideCanada'));
